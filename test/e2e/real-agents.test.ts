// Real agents, as npm has them: one switch connects them, they say so themselves, and they read a page of a real browser through the hub.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenVariable } from '../../contract/agent-configs.ts';
import { describeWith } from '../support/provided.ts';
import { furnish, type RealAgent, realAgents, runAgent } from '../support/real-agents.ts';
import { textsBelow } from '../support/temp-home.ts';
import { type AgentScene, onThePage, openAgentScene } from './agent-scene.ts';

/** The name of our entry, which folders here begin with too. */
const ours = /\bpilothouse\b(?!-)/;

/** One for all: a hub and a browser take as long to begin as many an agent. */
let scene: AgentScene;

describeWith(['chromium'], 'beside a real browser', () => {
  beforeAll(async () => {
    scene = await openAgentScene();
  });
  afterAll(() => scene?.end());

  for (const agent of realAgents)
    describeWith([agent.id], agent.id, () => {
      beforeAll(() => furnish(agent, scene.home));
      // The next one has the home for itself: some read what others have in theirs.
      afterAll(() => scene && rmSync(path.join(scene.home.folder, agent.file), { force: true }));

      const { status, ask } = agent;
      if (status)
        test('knows no Pilothouse, says that it is there after the switch, and has its file back after the next', async () => {
          // Some write into their file whenever they start first.
          const before = await runAgent(agent, status.args, scene.home);
          expect(before.printed).not.toMatch(ours);
          const bytes = fileOf(agent, scene);
          await connect(agent, scene);
          const connected = await runAgent(agent, status.args, scene.home);
          expect(connected.printed).toMatch(status.tells);
          expect(connected.printed).toContain('notes');
          await disconnect(agent, scene);
          expect(fileOf(agent, scene)).toBe(bytes);
          const after = await runAgent(agent, status.args, scene.home);
          expect(after.printed).not.toMatch(ours);
        });

      if (ask)
        test('opens a page in the browser and reads it', async () => {
          // What one before it has opened proves nothing of this one.
          for (const page of scene.browser.pages()) if (page.url() === scene.page) await page.close();
          await connect(agent, scene);
          const answered = await runAgent(agent, ask('What do the orders say?'), scene.home);
          expectAnswer(answered.printed);
          expect(scene.browser.pages().map(page => page.url())).toContain(scene.page);
          await disconnect(agent, scene);
          expect(fileOf(agent, scene)).not.toMatch(ours);
          expect(fileOf(agent, scene)).toContain('notes');
        });

      if (status?.connects)
        test('is connected where it had no configuration yet', async () => {
          rmSync(path.join(scene.home.folder, agent.file));
          await connect(agent, scene);
          expect((await runAgent(agent, status.args, scene.home)).printed).toMatch(status.tells);
          await disconnect(agent, scene);
          expect((await runAgent(agent, status.args, scene.home)).printed).not.toMatch(ours);
          furnish(agent, scene.home);
        });

      if (ask || status?.connects)
        test('comes by the address too, with a token that no file holds', async () => {
          const params = { agent: agent.id, how: 'http', byVariable: true, start: 'own-tabs' } as const;
          const { row, token } = await scene.hub.request('agent-configs:connect', params);
          expect(row.state.kind).toBe('connected');
          expect(
            JSON.stringify(textsBelow(path.dirname(path.join(scene.home.folder, agent.file)), 'utf8')),
          ).not.toContain(token ?? 'no token');
          const variables = { [tokenVariable]: token ?? '' };
          if (status?.connects)
            expect((await runAgent(agent, status.args, scene.home, variables)).printed).toMatch(status.tells);
          else if (ask) expectAnswer((await runAgent(agent, ask('And now?'), scene.home, variables)).printed);
          await disconnect(agent, scene);
        });
    });

  describeWith(['claude-code', 'opencode'], 'a project that shares its servers', () => {
    beforeAll(() => {
      for (const agent of realAgents) furnish(agent, scene.home);
    });

    test.each([
      // Its user has to trust the folder first.
      ['claude-code', '.mcp.json', /pilothouse: .* - ⏸ Pending approval/],
      ['opencode', 'opencode.json', /✓.* pilothouse .*connected/],
    ] as const)('%s takes notice of its %s', async (id, name, tells) => {
      const agent = realAgents.find(candidate => candidate.id === id);
      if (!agent?.status) throw new Error(`There is no ${id}.`);
      const project = path.join(scene.home.folder, 'project');
      const { row } = await scene.hub.request('agent-configs:connect', { agent: id, project, start: 'own-tabs' });
      expect(row.file).toBe(path.join(project, name));
      expect((await runAgent(agent, agent.status.args, scene.home)).printed).toMatch(tells);
      await scene.hub.request('agent-configs:disconnect', { agent: id, project });
      expect((await runAgent(agent, agent.status.args, scene.home)).printed).not.toMatch(ours);
    });
  });
});

function expectAnswer(printed: string): void {
  expect(printed).toContain('The page says: ');
  expect(printed).toContain(onThePage);
}

async function connect({ id }: RealAgent, { hub }: AgentScene): Promise<void> {
  const { row } = await hub.request('agent-configs:connect', { agent: id, how: 'stdio', start: 'own-tabs' });
  expect(row.state.kind).toBe('connected');
}

async function disconnect({ id }: RealAgent, { hub }: AgentScene): Promise<void> {
  const { row } = await hub.request('agent-configs:disconnect', { agent: id });
  expect(row.state.kind).toBe('not-connected');
}

function fileOf(agent: RealAgent, { home }: AgentScene): string {
  return readFileSync(path.join(home.folder, agent.file), 'utf8');
}
