// How a report looks, in the light and in the dark. It stands in the page itself: a report asks for nothing from outside.

export const reportStyle = `
:root { color-scheme: light dark; --bg: #fff; --ink: #151d21; --ink-2: #3f494f; --ink-3: #5b656b; --line: #dce0e3; --inset: #f4f6f7; --accent: #01677c; --bad: #bc2122; }
@media (prefers-color-scheme: dark) { :root { --bg: #14191c; --ink: #e7ecef; --ink-2: #b8c2c8; --ink-3: #94a0a7; --line: #2b3338; --inset: #1b2226; --accent: #5cc4d8; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1400px; padding: 24px; background: var(--bg); color: var(--ink); font: 13px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 14px; margin: 28px 0 8px; }
p { color: var(--ink-2); margin: 0 0 4px; max-width: 90ch; }
code, pre, .mono { font: 12px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 450; color: var(--ink-3); font-size: 11px; }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: middle; overflow-wrap: anywhere; }
.num { text-align: right; white-space: nowrap; }
svg { width: 150px; height: 22px; display: block; } rect { fill: var(--accent); }
.rows { border-top: 1px solid var(--line); }
.row { display: grid; gap: 12px; align-items: baseline; grid-template-columns: 12px 96px minmax(90px, 1fr) minmax(90px, 1fr) minmax(140px, 2fr) minmax(110px, 1.4fr) 70px 80px; }
.row > * { min-width: 0; overflow-wrap: anywhere; }
.names { padding: 4px 8px; color: var(--ink-3); font-size: 11px; }
details { border-bottom: 1px solid var(--line); }
summary { padding: 4px 8px; cursor: pointer; list-style: none; } summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--inset); }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.open::before { content: "+"; color: var(--ink-3); } details[open] .open::before { content: "\\2212"; }
.more { padding: 4px 8px 12px 32px; } .more h3 { font-size: 11px; font-weight: 450; color: var(--ink-3); margin: 8px 0 2px; }
pre { margin: 0; padding: 8px 10px; background: var(--inset); white-space: pre-wrap; overflow-wrap: anywhere; max-height: 60vh; overflow: auto; }
.bad { color: var(--bad); } .quiet { color: var(--ink-3); }
@media (max-width: 900px) { .row { grid-template-columns: 12px 96px 1fr 1fr; } .names { display: none; } }
@media print { pre { max-height: none; } }
`;
