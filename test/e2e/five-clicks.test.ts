// From the first start to the first answered call of a real agent in a real browser: five clicks, of which one is the browser's own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeWith, type RealAgentId } from '../support/provided.ts';
import { realAgents } from '../support/real-agents.ts';
import { onThePage } from './agent-scene.ts';
import { type BrowserKind, type FirstSteps, openFirstSteps, type Shell } from './first-steps-scene.ts';

interface Cell {
  readonly shell: Shell;
  readonly browser: BrowserKind;
  readonly agent: RealAgentId;
  /** As the panel names it. */
  readonly title: string;
  /** Once in each shell and each browser. */
  readonly endsAll?: true;
  /** Drawn once, because looking at pictures takes longer than the way. */
  readonly pictures?: true;
}

const cells: readonly Cell[] = [
  { shell: 'served', browser: 'chromium', agent: 'gemini-cli', title: 'Gemini CLI', endsAll: true, pictures: true },
  { shell: 'served', browser: 'firefox', agent: 'claude-code', title: 'Claude Code' },
  { shell: 'desktop', browser: 'chromium', agent: 'codex', title: 'Codex CLI' },
  { shell: 'desktop', browser: 'firefox', agent: 'codex', title: 'Codex CLI', endsAll: true },
];

const shellNames = { served: 'a served page', desktop: 'the desktop app' } as const;
const browserNames = { chromium: 'Chromium', firefox: 'Firefox' } as const;

for (const { shell, browser, agent: id, title, endsAll, pictures } of cells) {
  const agent = realAgents.find(candidate => candidate.id === id)!;
  const needs = [...(shell === 'desktop' ? (['electron', 'display'] as const) : []), 'chromium', browser, id] as const;
  describeWith(needs, `five clicks in ${shellNames[shell]}: ${id} in ${browserNames[browser]}`, () => {
    const name = browserNames[browser];
    let steps: FirstSteps;
    let began = 0;
    let loads = 0;

    const ladder = () => steps.page().getByRole('list', { name: 'From the hub to an answer' });
    const next = () => ladder().locator('[aria-current="step"]');
    const step = (text: string) => ladder().getByRole('listitem').filter({ hasText: text });
    const isHere = () =>
      step('Extension')
        .getByRole('button', { name: /proven$/ })
        .waitFor();
    const isGreen = () => steps.page().getByText('5 of 5 steps are green').waitFor();
    const load = async () => {
      await steps.load();
      loads += 1;
    };
    const pictured = async (picture: string) =>
      pictures ? expect(await look(steps.page(), picture)).toEqual([]) : undefined;
    const said = (clicks: number) =>
      console.log(`${id} in ${name}, ${shell}: ${clicks} clicks and ${loads} to load, ${Date.now() - began} ms`);

    beforeAll(async () => {
      began = Date.now();
      steps = await openFirstSteps({ shell, browser, agent });
    });

    afterAll(() => steps?.end());

    test('Connect is open, the switch of the agent opens the change, and Write it writes it', async () => {
      const page = steps.page();
      await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor();
      await page.getByRole('switch', { name: `Connect ${title}`, exact: true }).click();
      const sheet = page.getByRole('dialog', { name: `Connect ${title}` });
      await sheet.getByRole('group', { name: 'Difference' }).getByText('pilothouse').first().waitFor();
      await sheet.getByRole('radio', { name: 'Work in tabs it opens', checked: true }).waitFor();
      await pictured('connect-change');
      await sheet.getByRole('button', { name: 'Write it' }).and(page.locator('[aria-disabled=false]')).click();
      await page.getByRole('switch', { name: `Connect ${title}`, exact: true, checked: true }).waitFor();
      const written = readFileSync(join(steps.userHome, agent.file), 'utf8');
      expect(written).toMatch(/pilothouse.*\bmcp\b/s);
      expect(written).toContain('notes');
    });

    test('the ladder connects the browser, and approves its extension', async () => {
      const page = steps.page();
      await next()
        .getByRole('button', { name: `Connect ${name}`, exact: true })
        .click();
      await page.getByText(`The manifest of ${name} was written.`).waitFor();
      await load();
      await next()
        .getByRole('button', { name: /^Approve: / })
        .and(page.locator('[aria-disabled=false]'))
        .click();
      await isHere();
    });

    test('the first call of the agent is answered, and every step is green', async () => {
      expect(await steps.ask(isGreen)).toContain(onThePage);
      const clicks = await steps.clicks();
      said(clicks);
      await step('Agent')
        .getByText(/^Last heard at \d\d:\d\d\. /)
        .waitFor();
      expect(clicks + loads).toBeLessThanOrEqual(5);
      await pictured('connect-after-five-clicks');
      expect(steps.panel().troubles).toEqual([]);
    });

    if (endsAll)
      test('after every process was killed, another start and the same question need no click in the panel', async () => {
        await steps.killAll();
        began = Date.now();
        loads = 0;
        await steps.start();
        const page = steps.page();
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
        await page.evaluate(() => void (location.hash = '#/connect'));
        await load();
        await isHere();
        await step('Answer from a page')
          .getByText(/^Last one at .+\. None since\.$/)
          .waitFor();
        expect(await steps.ask(isGreen)).toContain(onThePage);
        said(await steps.clicks());
        expect(await steps.clicks()).toBe(0);
      });
  });
}
