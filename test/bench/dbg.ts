import { EntryFiltersSchema } from '../../contract/schemas/catalogue.ts';
import { openCatalogue } from '../support/catalogue/open-catalogue.ts';
import { manyPublished } from '../support/catalogue/published.ts';
import { startRegistry } from '../support/catalogue/registry.ts';
const registry = await startRegistry();
const opened = await openCatalogue();
registry.publish(...manyPublished(20000));
const sourceId = await opened.catalogue.add({ kind: 'registry', name: 'Many', address: registry.address });
let t = performance.now();
opened.catalogue.refresh([sourceId]);
let last = -1;
while (opened.source(sourceId).state.kind === 'refreshing') { const s = opened.source(sourceId).state as any; if (Math.floor(s.done/4000)!==last) { last=Math.floor(s.done/4000); console.log(s.done, (performance.now()-t).toFixed(0)); } await new Promise(r=>setTimeout(r,20)); }
console.log('refreshed', (performance.now()-t).toFixed(0), JSON.stringify(opened.source(sourceId)));
for (const query of ['', 'g', 'git', 'github', 'github maps', 'mcp', 'mcp server that', 'weather 17', 'xylophone', 'weather maps notes','']) {
  for (let i=0;i<3;i++){ t = performance.now();
  const r = await opened.catalogue.search({ query, filters: EntryFiltersSchema.parse({}), sort: 'match', offset: 0, limit: 50 });
  console.log(query, r.total, (performance.now()-t).toFixed(1)); }
}
await opened.stop(); await registry.stop();
