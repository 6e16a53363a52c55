// Real agents, as npm has them: with the entry of their row they say that they are connected, and they read a page of a real browser through the hub.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { furnish, type RealAgent, realAgents, runAgent } from '../support/real-agents.ts';
import { type AgentScene, onThePage, openAgentScene } from './agent-scene.ts';
import { switchOn } from './agent-switch.ts';

/** The name of our entry, which folders here begin with too. */
const ours = /\bpilothouse\b(?!-)/;

for (const agent of realAgents)
  describeWith(['chromium', agent.id], agent.id, () => {
    let scene: AgentScene;

    beforeAll(async () => {
      scene = await openAgentScene();
      furnish(agent, scene.home);
    });
    afterAll(() => scene?.end());

    const { status, ask } = agent;
    if (status)
      test('knows no Pilothouse, says that it is there after the switch, and has its file back after the next', async () => {
        // Some write into their file whenever they start first.
        const before = await runAgent(agent, status.args, scene.home);
        expect(before.printed).not.toMatch(ours);
        const bytes = fileOf(agent, scene);
        const { off } = await switchOn(agent, scene, { how: 'stdio' });
        const connected = await runAgent(agent, status.args, scene.home);
        expect(connected.printed).toMatch(status.tells);
        expect(connected.printed).toContain('notes');
        off();
        expect(fileOf(agent, scene)).toBe(bytes);
        const after = await runAgent(agent, status.args, scene.home);
        expect(after.printed).not.toMatch(ours);
      });

    if (ask)
      test('opens a page in the browser and reads it', async () => {
        const { off } = await switchOn(agent, scene, { how: 'stdio' });
        const answered = await runAgent(agent, ask('What do the orders say?'), scene.home);
        expectAnswer(answered.printed);
        expect(scene.browser.pages().map(page => page.url())).toContain(scene.page);
        off();
      });

    if (ask || status?.connects)
      test('comes by the address too, with a token that no file holds', async () => {
        const { off, variables } = await switchOn(agent, scene, { how: 'http' });
        const [token = 'no token'] = Object.values(variables);
        expect(fileOf(agent, scene)).not.toContain(token);
        if (status?.connects)
          expect((await runAgent(agent, status.args, scene.home, variables)).printed).toMatch(status.tells);
        else if (ask) expectAnswer((await runAgent(agent, ask('And now?'), scene.home, variables)).printed);
        off();
      });
  });

describeWith(['chromium', 'claude-code', 'opencode'], 'a project that shares its servers', () => {
  let scene: AgentScene;

  beforeAll(async () => {
    scene = await openAgentScene();
    for (const agent of realAgents) furnish(agent, scene.home);
  });
  afterAll(() => scene?.end());

  test.each([
    // Its user has to trust the folder first.
    ['claude-code', '.mcp.json', /pilothouse: .* - ⏸ Pending approval/],
    ['opencode', 'opencode.json', /✓.* pilothouse .*connected/],
  ] as const)('%s takes notice of its %s', async (id, name, tells) => {
    const agent = realAgents.find(candidate => candidate.id === id);
    if (!agent?.status) throw new Error(`There is no ${id}.`);
    const file = path.join(scene.home.folder, 'project', name);
    const { off } = await switchOn(agent, scene, { how: 'stdio', file });
    expect((await runAgent(agent, agent.status.args, scene.home)).printed).toMatch(tells);
    off();
    expect((await runAgent(agent, agent.status.args, scene.home)).printed).not.toMatch(ours);
  });
});

function expectAnswer(printed: string): void {
  expect(printed).toContain('The page says: ');
  expect(printed).toContain(onThePage);
}

function fileOf(agent: RealAgent, { home }: AgentScene): string {
  return readFileSync(path.join(home.folder, agent.file), 'utf8');
}
