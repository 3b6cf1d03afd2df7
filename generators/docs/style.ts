/** The style of all our pages, for light and dark; loads nothing. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fcfbf9; --raised: #ffffff; --ink: #1d2126; --soft: #5c6570; --line: #e3e0da;
  --accent: #0b57a4; --code: #f2f0eb; --amber: #8a5300; --amber-soft: #fdf0d5;
  --grey-soft: #eceae6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --raised: #1a1e23; --ink: #e4e7ea; --soft: #9aa4af; --line: #2c323a;
    --accent: #7db5f5; --code: #22272e; --amber: #f0be6a; --amber-soft: #3a2d13;
    --grey-soft: #2a2f36;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif;
}
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:focus-visible, summary:focus-visible, input:focus-visible, select:focus-visible {
  outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px;
}
header.top {
  position: sticky; top: 0; z-index: 2; background: var(--paper);
  border-bottom: 1px solid var(--line);
}
header.top nav {
  max-width: 76rem; margin: 0 auto; padding: .75rem 1.5rem; display: flex; gap: .25rem 1.5rem;
  flex-wrap: wrap; align-items: baseline;
}
header.top a { color: var(--soft); text-decoration: none; }
header.top a:hover { color: var(--ink); }
header.top a[aria-current] { color: var(--ink); font-weight: 600; }
header.top .name { font-weight: 700; color: var(--ink); margin-right: auto; }
.layout {
  max-width: 76rem; margin: 0 auto; padding: 0 1.5rem 6rem;
  display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 3rem;
}
.contents {
  position: sticky; top: 4.5rem; align-self: start; padding-top: 2.25rem; font-size: .9rem;
}
.contents ol { list-style: none; margin: 0; padding: 0; }
.contents li { margin: .3rem 0; }
.contents a { color: var(--soft); text-decoration: none; }
.contents a:hover { color: var(--accent); }
h1 { font-size: 2.1rem; line-height: 1.2; margin: 2rem 0 .75rem; letter-spacing: -.015em; }
h2 { font-size: 1.45rem; line-height: 1.3; margin: 3.25rem 0 .75rem; letter-spacing: -.01em; }
h3 { font-size: 1.08rem; margin: 2rem 0 .4rem; }
p, ul, ol { max-width: 44rem; }
.lead { font-size: 1.12rem; color: var(--soft); }
.soft { color: var(--soft); }
.small { font-size: .875rem; }
code, pre {
  font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
code { font-size: .875em; background: var(--code); padding: .1em .35em; border-radius: 4px; }
pre {
  background: var(--code); padding: .9rem 1rem; border-radius: 8px; overflow-x: auto;
  font-size: .85rem;
}
pre code { background: none; padding: 0; font-size: inherit; }
dl.facts code { overflow-wrap: anywhere; white-space: pre-wrap; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td {
  text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0;
  border-bottom: 1px solid var(--line);
}
thead th { font-weight: 600; color: var(--soft); font-size: .8rem; }
tbody th { font-weight: 600; white-space: nowrap; }
.card {
  background: var(--raised); border: 1px solid var(--line); border-radius: 10px;
  padding: 1.1rem 1.4rem; margin: 1rem 0;
}
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.cards {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem;
  margin: 1.75rem 0;
}
.cards .card { margin: 0; }
a.card { display: block; color: inherit; text-decoration: none; }
a.card:hover { border-color: var(--accent); }
a.card strong { color: var(--accent); }
a.card p { margin: .35rem 0 0; color: var(--soft); font-size: .925rem; }
.mark {
  display: inline-block; font: 600 .72rem/1.5 system-ui, sans-serif; padding: .05rem .5rem;
  border-radius: 99px; text-decoration: none; vertical-align: .08em; white-space: nowrap;
}
.assumed { background: var(--amber-soft); color: var(--amber); }
.open { background: var(--grey-soft); color: var(--soft); }
dl.facts {
  display: grid; grid-template-columns: minmax(9rem, 14rem) minmax(0, 1fr); gap: .35rem 1.25rem;
  margin: 1rem 0; font-size: .95rem;
}
dl.facts dt { color: var(--soft); }
dl.facts dd { margin: 0; }
dl.facts dl.facts { margin: 0; grid-template-columns: minmax(6rem, 10rem) minmax(0, 1fr); }
dl.facts ul { margin: 0; padding-left: 1.1rem; }
details.card { padding: .6rem 1.2rem; margin: .5rem 0; }
summary { cursor: pointer; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figcaption { color: var(--soft); font-size: .875rem; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
svg .label {
  fill: var(--soft); font-size: 12px; paint-order: stroke; stroke: var(--paper);
  stroke-width: 5px; stroke-linejoin: round;
}
svg .state rect { fill: var(--raised); stroke: var(--soft); }
svg .state.final rect { stroke-width: 2.5px; }
svg .state text { font-weight: 600; text-anchor: middle; }
svg .edge { fill: none; stroke: var(--soft); stroke-width: 1.4px; }
svg .edge.guess { stroke: var(--amber); stroke-dasharray: 5 4; }
svg .head { fill: var(--soft); }
figure.book svg { width: 100%; max-width: 27rem; height: auto; display: block; }
.book .known { fill: var(--line); }
.book .edge { stroke: var(--ink); stroke-width: 1.5px; }
.book .name { font-weight: 600; }
.book .why { fill: var(--soft); }
.book .drop { fill: none; stroke: var(--soft); }
.book .apply { fill: var(--accent); }
.book .gap { fill: var(--amber); }
.book .missing { fill: none; stroke: var(--amber); stroke-dasharray: 3 2; }
.steps li { margin: .5rem 0; padding-left: .25rem; }
.filterbar { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; align-items: center; }
.filterbar input, .filterbar select {
  font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line);
  border-radius: 8px; padding: .4rem .7rem;
}
.filterbar input { flex: 1 1 16rem; }
.entry:target { border-color: var(--amber); box-shadow: 0 0 0 1px var(--amber); }
.entry h3 { margin: 0 0 .5rem; display: flex; gap: .6rem; align-items: baseline; flex-wrap: wrap; }
.entry h3 a.self { color: inherit; text-decoration: none; }
[hidden] { display: none !important; }
@media (max-width: 60rem) {
  html { scroll-padding-top: 7.5rem; }
  .layout { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0 1.1rem 4rem; }
  .contents { display: none; }
  tbody th { white-space: normal; }
  h1 { font-size: 1.7rem; }
  dl.facts, dl.facts dl.facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dl.facts dd { margin-bottom: .5rem; }
}
@media print { header.top, .contents, .filterbar { display: none; } .layout { display: block; } }
`;
