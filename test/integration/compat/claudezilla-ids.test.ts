// An id of spec 000's socket belongs to the process that first used it: another process that says it is refused on the real socket.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { exchange, openScene } from './claudezilla-scene.ts';

/** Opens a connection of its own for each command, as the real MCP servers do. */
const program = `const net = require('net');
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const socket = net.connect(process.argv[1], () => socket.write(line + '\\n'));
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
    if (!text.includes('\\n')) return;
    socket.destroy();
    process.stdout.write(text.split('\\n')[0] + '\\n');
  });
});`;

function startClient(socket: string) {
  const child = spawn(process.execPath, ['-e', program, socket], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'close');
  return {
    pid: child.pid ?? 0,
    say: async (value: object) => {
      child.stdin.write(`${JSON.stringify(value)}\n`);
      const [line] = (await once(lines, 'line')) as [string];
      return JSON.parse(line) as Record<string, unknown>;
    },
    end: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

test.skipIf(process.platform !== 'linux')(
  'While the process that first used an id runs, no other one reads, closes or ends anything in its name; afterwards the id is free.',
  async () => {
    const { browser, socket, token } = await openScene();
    const owner = startClient(socket);
    const agentId = `agent_${'d35b'.repeat(8)}_${owner.pid}`;
    const line = (command: string, params: object = {}) => ({
      command,
      params: { ...params, agentId },
      authToken: token(),
    });
    expect(await owner.say(line('createWindow', { url: 'https://shop.example/' }))).toMatchObject({
      result: { tabId: 2 },
    });
    // What the real programs say without an id is their own as well.
    const unnamed = (command: string, params: object = {}) => owner.say({ command, params, authToken: token() });
    expect(await unnamed('getTabs')).toMatchObject({ result: { tabs: [{ tabId: 2, ownerId: agentId }] } });
    expect(await unnamed('resizeWindow', { width: 900 })).toMatchObject({ success: true });
    expect(browser.calls.at(-1)).toMatchObject({ tool: 'resize_window', tabId: 2, args: { width: 900 } });
    const thief = startClient(socket);
    expect(await thief.say({ command: 'getTabs', params: {}, authToken: token() })).toMatchObject({
      result: { tabs: [{ tabId: 2, url: '', ownerId: 'agent_d35b...' }] },
    });
    const calls = browser.calls.length;
    for (const command of ['getContent', 'closeTab', 'createWindow', 'goodbye', 'getTabs']) {
      expect(await thief.say(line(command, { tabId: 2 }))).toEqual({
        success: false,
        error: `OWNERSHIP: agentId agent_d35b... is that of process ${owner.pid}, which is running; call with an agentId of your own.`,
      });
    }
    const [flat] = await exchange(socket, [{ command: 'getContent', tabId: 2, agentId, authToken: token() }]);
    expect(flat).toMatchObject({ success: false, error: expect.stringContaining(`process ${owner.pid}`) });
    expect(browser.calls).toHaveLength(calls);
    // Several connections of its own, one after another and at once, are the same agent.
    expect(await owner.say(line('getContent', { tabId: 2 }))).toMatchObject({ result: { text: 'HelloGo' } });
    await owner.end();
    // The id may be taken again, and the tab of who had it is not handed on.
    expect(await thief.say(line('getContent', { tabId: 2 }))).toMatchObject({ success: false });
    expect(await thief.say(line('createWindow', { url: 'https://other.example/' }))).toMatchObject({ success: true });
  },
);
