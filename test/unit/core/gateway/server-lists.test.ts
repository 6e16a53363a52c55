// What a run lists beside its tools: which failures are told of it, and which are none.
import { describe, expect, test } from 'vitest';
import { ServerLists } from '../../../../electron/core/gateway/server-lists.ts';
import { AnsweredError } from '../../../../electron/core/wire/rpc-error.ts';
import type { McpClient } from '../../../../electron/core/servers/client/mcp-client.ts';

const options = { parent: null, timeoutMs: 1_000 };
const answered = (code: number) => new AnsweredError('ERR_TOOL_FAILED', { code, message: 'no index' }, {});

/** A client that answers with these one after the other; an Error is thrown. */
function listsOf(...answers: unknown[]) {
  const failing = new Map<string, () => void>();
  const again: string[] = [];
  const client = {
    handshake: { capabilities: { prompts: {}, resources: {} } },
    request: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    lists: {
      failed: (method: string, _error: unknown, ask: () => void) => void failing.set(method, ask),
      works: (method: string) => failing.delete(method),
    },
  } as unknown as McpClient;
  return { lists: new ServerLists(client, kind => again.push(kind)), failing, again };
}

describe('ServerLists', () => {
  test('An error is told, the list is asked for again, and whoever listens hears once it is there.', async () => {
    const { lists, failing, again } = listsOf(answered(-32603), { prompts: [{ name: 'greet' }] });
    await expect(lists.read('prompts', options)).rejects.toThrow('no index');
    const ask = failing.get('prompts/list');
    ask?.();
    await expect.poll(() => again).toEqual(['prompts']);
    expect(await lists.read('prompts', options)).toEqual([{ name: 'greet' }]);
  });

  test.each([{}, 'none', { prompts: 'none' }])('%j is no list.', async answer => {
    const { lists, failing } = listsOf(answer);
    await expect(lists.read('prompts', options)).rejects.toThrow('prompts/list');
    expect([...failing.keys()]).toEqual(['prompts/list']);
  });

  test('A method that the server does not know is an empty list, as most have it with templates.', async () => {
    const { lists, failing } = listsOf(answered(-32601));
    expect(await lists.read('resourceTemplates', options)).toEqual([]);
    expect(failing.size).toBe(0);
  });

  test('A failure of one that was forgotten meanwhile is told too, and asked for again.', async () => {
    const { lists, failing, again } = listsOf(answered(-32603), { prompts: [] });
    const read = lists.read('prompts', options);
    lists.forget('prompts');
    await expect(read).rejects.toThrow('no index');
    failing.get('prompts/list')?.();
    await expect.poll(() => again).toEqual(['prompts']);
  });

  test('One that an agent could not read is read anew, whatever was known of it.', async () => {
    const { lists, failing, again } = listsOf({ resources: [] }, { resources: [{ uri: 'a:b' }] });
    await lists.read('resources', options);
    lists.failed('resources', answered(-32603), 1_000);
    failing.get('resources/list')?.();
    await expect.poll(() => again).toEqual(['resources']);
    expect(await lists.read('resources', options)).toEqual([{ uri: 'a:b' }]);
  });
});
