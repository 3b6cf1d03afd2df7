/** What the pages are written as, and what they are rendered to. */

import { expect, test } from "vitest";

import { html } from "../../../../generators/docs/html.ts";
import {
  anchor,
  code,
  fence,
  heading,
  link,
  list,
  md,
  table,
  terms,
  tidy,
  widget,
  withLinks,
} from "../../../../generators/docs/markdown.ts";
import { relativeHref } from "../../../../generators/docs/portal/markup.ts";
import { render } from "../../../../generators/docs/portal/render.ts";

test.each([
  [md`# ${"A *title* <b>"}`, "# A \\*title\\* \\<b>"],
  [
    list([md`one`, md`two${list(["deep", "- no list"])}`]),
    "- one\n- two\n  - deep\n  - \\- no list",
  ],
  [list(["one", "two"], true), "1. one\n2. two"],
  [terms([["Type", code("text")]]), "- **Type:** `text`"],
  [
    table(["A", "B"], [[md`x | y`, md`v${list(["1", "2"])}`]]),
    "| A | B |\n| --- | --- |\n| x \\| y | v<br>• 1<br>• 2 |",
  ],
  [fence("a``` b\n", "ts", "main.ts"), "````ts main.ts\na``` b\n````"],
  [link("rules.html#error-1021", "it"), "[it](rules.md#error-1021)"],
  [link("https://a.test/b.html", "it"), "[it](https://a.test/b.html)"],
  [anchor("y", "z"), "[z]{#y}"],
  [widget("form", "words -- more"), "<!-- form: words – more -->"],
  [heading(2, "x", code("a`b")), "## {#x} `` a`b ``"],
  [md`a &lt; ${"b &amp; c {#d}"}`, "a &lt; b \\&amp; c \\{#d}"],
])("%j is written as %j", (text, written) => expect(tidy(text)).toBe(`${written}\n`));

const inputs = {
  path: "guides/a.html",
  places: new Map([["spec/a/b.yaml", "spec/a.html#b.yaml"]]),
  widgets: new Map([["form", html`<form></form>`]]),
};
const rendered = (text: string): string => render(text, inputs).markup.trim().replaceAll("\n", "");

test.each([
  ["# A title: 2", "<h1>A title: 2</h1>"],
  [
    "## {#own} A title",
    '<section id="own"><h2><a class="self" href="#own">A title</a></h2></section>',
  ],
  ["[b](b.md#c)", '<p><a href="b.html#c">b</a></p>'],
  [
    "`spec/a/b.yaml:3`",
    '<p><a href="../spec/a.html#b.yaml-L3"><code>spec/a/b.yaml:3</code></a></p>',
  ],
  ["`spec/a/c.yaml`", "<p><code>spec/a/c.yaml</code></p>"],
  ["[`x`]{#y}", '<p><a class="self" id="y" href="#y"><code>x</code></a></p>'],
  ["[[x](z.md)]{#y}", '<p><span id="y"><a href="z.html">x</a></span></p>'],
  ["<!-- form: words -->", "<form></form>"],
  ["<!-- unknown: words -->", ""],
  ["a<br>b <i>c</i>", "<p>a<br />b &lt;i&gt;c&lt;/i&gt;</p>"],
  [
    "```ts main.ts\na < b;\n```",
    '<figure class="sample"><figcaption>main.ts</figcaption>' +
      '<pre data-language="ts"><code>a &lt; b;</code></pre></figure>',
  ],
  [
    "```yaml spec/a/b.yaml\nc: 1\n```",
    '<pre class="lines" data-language="yaml"><code><span id="b.yaml-L1">c: 1</span></code></pre>',
  ],
  [
    "a\n\n<!-- beside -->\n\nb",
    '<div class="reference"><div class="text"><p>a</p></div><div class="code"><p>b</p></div></div>',
  ],
])("%j is rendered", (text, markup) => expect(rendered(text)).toBe(markup));

test("sections nest, have anchors of their own, and know the words below them", () => {
  const text = `# T\n\nlead\n\n## Twice\n\n### Twice\n\n| a |\n| - |\n| \`b\` |\n\n## x_y\n`;
  const { sections, markup } = render(text, inputs);
  expect(
    sections.map(({ level, id, title, text: words }) => [level, id, title, words.trim()]),
  ).toEqual([
    [1, "", "T", "lead"],
    [2, "twice", "Twice", ""],
    [3, "twice-1", "Twice", "a b"],
    [2, "x_y", "x_y", ""],
  ]);
  expect(markup.match(/<\/?section/gu)?.join("")).toBe(
    "<section<section</section</section<section</section",
  );
});

test("a mark has the reason of its assumption", () => {
  const entry = { id: "x", kind: "open", gap: "No one says.", choice: "None." };
  const assumptions = new Map([["x", entry as never]]);
  const mark = "[left open](assumptions.md#x)";
  expect(render(mark, { path: "a.html", assumptions }).markup).toContain(
    '<a class="mark open" title="No one says. None." href="assumptions.html#x">left open</a>',
  );
});

test.each([
  ["[a](b.md) and `[c](d.md)`", "[a](../b.md) and `[c](d.md)`"],
  ["```\n[a](b.md)\n```\n[`x`](c.md#d)", "```\n[a](b.md)\n```\n[`x`](../c.md#d)"],
  ["[gone](none)", "gone"],
])("the links of %j", (text, linked) => {
  expect(withLinks(text, (href) => (href === "none" ? undefined : `../${href}`))).toBe(linked);
});

test.each([
  ["index.html", "rules.html", "rules.html"],
  ["guides/a.html", "guides/b.html", "b.html"],
  ["spec/a/b.html", "spec/c/d.html", "../c/d.html"],
])("from %s to %s", (from, to, href) => expect(relativeHref(from, to)).toBe(href));
