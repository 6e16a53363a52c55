import fs from 'node:fs';
import { openPageApiScene, registeredScripts } from '/work/wt/api/test/e2e/page-api-scene.ts';
const scene = await openPageApiScene();
const [script] = registeredScripts().slice(-1);
// instrument the parts
let src = script!;
const variants: Record<string,string> = { whole: src, parseOnly: 'if (0) {' + src + '}', emptyish: '0;' };
if (process.argv[2]) variants.instr = fs.readFileSync(process.argv[2], 'utf8');
for (const [name, content] of Object.entries(variants)) {
  const page = await scene.context.newPage();
  await page.route('**/*', route => route.fulfill({ contentType: 'text/html', headers: {'cross-origin-opener-policy':'same-origin','cross-origin-embedder-policy':'require-corp'}, body: '<!doctype html><title>x</title>' }));
  await page.addInitScript({ content: 'window.t0 = performance.now();' });
  await page.addInitScript({ content });
  await page.addInitScript({ content: 'window.t1 = performance.now();' });
  const times: number[] = []; let marks: any[] = [];
  for (let i = 0; i < 60; i += 1) { await page.goto('https://site.test/?' + i); times.push(await page.evaluate('t1 - t0') as number); const m = await page.evaluate('window.tm'); if (m) marks.push(m); }
  times.sort((a,b)=>a-b);
  console.log(name, 'min', times[0]!.toFixed(3), 'median', times[30]!.toFixed(3), 'p90', times[54]!.toFixed(3));
  if (marks.length) { const keys = marks[0].map((m: any) => m[0]); for (let k = 1; k < keys.length; k++) { const d = marks.map(m => m[k][1]-m[k-1][1]).sort((a,b)=>a-b); console.log('  ', keys[k], d[0].toFixed(3), d[Math.floor(d.length/2)].toFixed(3)); } }
}
await scene.close();
