// How much reading a page costs, and whether it lists everything that can be used there.
import { pageAt } from '../../support/many-pages/site.ts';
import { median, ratioRow } from '../measure.ts';
import type { Control } from '../../support/many-pages/page.ts';
import type { BenchRow } from '../row.ts';
import type { Driver } from './driver.ts';

const paths = [
  '/shop',
  '/article',
  '/journey',
  '/input-types',
  '/states',
  '/label-around-select',
  '/uploads',
  '/editable',
  '/right-to-left',
  '/endless',
];
const nodesGoalMs = 300;
const nodesRounds = 9;

/** `ours` beside the snapshot of `peer`: every page lists all its controls by name, and together they take at most so many characters. */
export async function readingRows(ours: Driver, peer: Driver, origin: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const total = { value: 0, baseline: 0, unit: 'characters' };
  for (const path of paths) {
    const [own, theirs] = [await readAt(ours, origin + path), await readAt(peer, origin + path)];
    const { controls } = pageAt(path);
    const [missing, missingThere] = [unlisted(own.text, controls), unlisted(theirs.text, controls)];
    const measured = { value: own.characters, baseline: theirs.characters, unit: 'characters' };
    total.value += measured.value;
    total.baseline += measured.baseline;
    // Of an article the text alone is most of either, so what a page takes counts with the others.
    const row = ratioRow(`read ${path}: beside the snapshot of ${peer.name}`, measured, { atMost: Infinity });
    rows.push({
      ...row,
      goal: `${controls.length} of ${controls.length} controls by name`,
      holds: missing.length === 0,
      notes: [
        `${controls.length - missing.length} of ${controls.length} controls are listed by name, ${controls.length - missingThere.length} in the peer's`,
        ...(missing.length > 0 ? [`not listed: ${missing.slice(0, 8).join(', ')}`] : []),
      ],
    });
  }
  return [
    ...rows,
    ratioRow(`read these ${paths.length} pages: beside the snapshots of ${peer.name}`, total, { atMost: 0.7 }),
  ];
}

/** What is listed less often, by role and name, than the page has controls that are called so; choices are told with their list, in whatever form. */
function unlisted(text: string, controls: readonly Control[]): string[] {
  const wanted = new Map<string, number>();
  for (const { role, name } of controls) {
    const said = role === 'option' ? name : `${role} ${JSON.stringify(name)}`;
    wanted.set(said, (wanted.get(said) ?? 0) + 1);
  }
  return [...wanted].flatMap(([said, count]) => {
    const listed = text.split(said).length - 1;
    return Array.from({ length: Math.max(0, count - listed) }, () => said);
  });
}

async function readAt(driver: Driver, url: string) {
  await driver.navigate(url);
  return driver.read();
}

/** The time of reading 10,000 nodes, every control among them by its name. */
export async function nodesRow(ours: Driver, peer: Driver, origin: string): Promise<BenchRow> {
  const times: Record<'own' | 'theirs', number[]> = { own: [], theirs: [] };
  const { controls } = pageAt('/nodes');
  const missing = new Set<string>();
  for (const driver of [ours, peer]) await driver.navigate(`${origin}/nodes`);
  for (let round = 0; round < nodesRounds; round += 1) {
    const own = await ours.read();
    times.own.push(own.ms);
    for (const control of unlisted(own.text, controls)) missing.add(control);
    times.theirs.push((await peer.read()).ms);
  }
  const [value, baseline] = [median(times.own), median(times.theirs)];
  const row = ratioRow('read 10,000 nodes', { value, baseline, unit: 'ms' }, { atMost: Infinity });
  return {
    ...row,
    goal: `under ${nodesGoalMs} ms, and ${controls.length} of ${controls.length} controls by name`,
    holds: value < nodesGoalMs && missing.size === 0,
    notes: [`${controls.length - missing.size} of ${controls.length} controls are listed by name`],
  };
}
