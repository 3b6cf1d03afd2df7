/** Markdown to pages and back, and the links between files and pages. */

import { describe, expect, test } from "vitest";

import { withAnchors } from "../../../../generators/docs/portal/frame.ts";
import { renderMarkdown } from "../../../../generators/docs/portal/markdown.ts";
import { relativeHref } from "../../../../generators/docs/portal/markup.ts";
import { linkPlaces } from "../../../../generators/docs/portal/places.ts";
import { plainMarkdown } from "../../../../generators/docs/portal/plain-markdown.ts";

describe("a guide as a page", () => {
  const render = (text: string): string =>
    renderMarkdown(text, (href) => (href === "b.md" ? "b.html" : undefined)).markup.trim();

  test.each([
    ["# A title: 2", "<h1>A title: 2</h1>"],
    ["[b](b.md) and [c](c.md)", '<p><a href="b.html">b</a> and c</p>'],
    [
      "```ts main.ts\na < b;\n```",
      '<figure class="sample"><figcaption>main.ts</figcaption>' +
        '<pre data-language="ts"><code>a &lt; b;\n</code></pre></figure>',
    ],
  ])("%j", (text, markup) => expect(render(text)).toBe(markup));
});

test.each([
  ["<h1>A title: 2</h1>", ["a-title-2"]],
  ["<h2>Twice</h2><h2>Twice</h2>", ["twice", "twice-1"]],
  ['<p id="taken"></p><h2>Taken</h2>', ["taken-1"]],
  ['<h2 id="own">A title</h2>', ["own"]],
  ['<section id="own"><h2>A title</h2></section>', ["own"]],
])("the headings of %s link to themselves", (markup, ids) => {
  const links = [...withAnchors(markup).markup.matchAll(/<a class="self" href="#([^"]*)">/gu)];
  expect(links.map(([, id]) => id)).toEqual(ids);
});

describe("a page as Markdown", () => {
  test.each([
    ['<h2 id=\'x\'><a class="self" href="#x">Title</a></h2><p>a &lt; b</p>', "## Title\n\na < b\n"],
    ["<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul>", "- one\n- two\n  - deep\n"],
    ["<ol><li>one</li><li>two</li></ol>", "1. one\n2. two\n"],
    [
      "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>x | y</td></tr></tbody></table>",
      "| A |\n| --- |\n| x \\| y |\n",
    ],
    ["<dl><dt>Type</dt><dd><code>text</code></dd></dl>", "- Type:\n  `text`\n"],
    ['<pre data-language="ts"><code>a();\n</code></pre>', "```ts\na();\n```\n"],
    ['<p>see <a href="rules.html#error-1021">it</a></p>', "see [it](rules.md#error-1021)\n"],
    ['<p><a href="https://a.test/b.html">it</a></p>', "[it](https://a.test/b.html)\n"],
    ["<form><input /><button>Go</button></form><p>rest</p>", "rest\n"],
  ])("%s", (markup, text) => expect(plainMarkdown(markup)).toBe(text));
});

describe("names of files", () => {
  const places = new Map([["spec/a/b.yaml", "spec/a/b.yaml.html"]]);
  const link = '<a href="../spec/a/b.yaml.html#L3">spec/a/b.yaml:3</a>';

  test.each([
    ["<p>see spec/a/b.yaml:3.</p>", `<p>see ${link}.</p>`],
    ["<code>spec/a/b.yaml:3</code>", `<code>${link}</code>`],
    ["<a href='x'>spec/a/b.yaml</a>", "<a href='x'>spec/a/b.yaml</a>"],
    ["<pre>spec/a/b.yaml</pre>", "<pre>spec/a/b.yaml</pre>"],
    ["spec/a/c.yaml", "spec/a/c.yaml"],
  ])("in %s", (markup, linked) => expect(linkPlaces(markup, places, "../")).toBe(linked));

  test.each([
    ["index.html", "rules.html", "rules.html"],
    ["guides/a.html", "guides/b.html", "b.html"],
    ["spec/a/b.yaml.html", "spec/c/d.yaml.html", "../c/d.yaml.html"],
    ["client/a.html", "rest.html#getOrder", "../rest.html#getOrder"],
  ])("from %s to %s", (from, to, href) => expect(relativeHref(from, to)).toBe(href));
});
