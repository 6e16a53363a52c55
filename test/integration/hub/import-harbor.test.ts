// What a home of Harbor holds beside servers, taken over into a hub: providers of models with their keys and names, and conversations.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';

const key = 'sk-harbor-home-0123456789abcdef';

test('Models and conversations of Harbor are shown first, taken over once, and nothing of theirs is changed.', async () => {
  const place = usePlace();
  const put = (file: string, value: object) => {
    const whole = path.join(place.folder, file);
    fs.mkdirSync(path.dirname(whole), { recursive: true });
    fs.writeFileSync(whole, JSON.stringify(value));
    return whole;
  };
  const mine = { id: 'openai-1f', provider_type: 'openai', name: 'Mine', api_key: key, is_type_default: true };
  const odd = { id: 'odd', provider_type: 'telepathy', name: 'Odd' };
  const files = [
    put('.config/harbor/llm.json', {
      version: 2,
      default_model: 'openai:gpt-4o',
      default_provider: mine.id,
      providers: { [mine.id]: mine, odd },
      models: [{ name: 'my best', model_id: 'openai:gpt-4o', is_default: true }],
    }),
    put('.harbor/sessions/session_1_a.json', {
      id: 'session_1_a',
      name: 'Weather',
      messages: [
        { role: 'user', content: 'Is it raining?' },
        { role: 'assistant', content: 'It is.' },
      ],
      enabledServers: [],
      createdAt: 1_750_000_000_000,
      updatedAt: 1_750_000_001_000,
      config: {},
    }),
  ];
  const before = files.map(file => fs.readFileSync(file, 'utf8'));
  const hub = await place.serve([], { env: { XDG_CONFIG_HOME: '' } });
  const panel = await place.panel(hub);
  const preview = () => panel.request('servers:import-preview', { source: { kind: 'app', app: 'harbor' } });
  const found = await preview();
  expect(JSON.stringify(found)).not.toContain(key);
  expect(found.things).toMatchObject([
    { kind: 'models', name: 'Mine', problem: null, exists: false },
    { kind: 'models', name: 'Odd', problem: { kind: 'model-type-other' } },
    { kind: 'conversation', name: 'Weather', count: 2 },
  ]);
  const keys = found.things.filter(({ problem }) => problem === null).map(thing => thing.key);
  await panel.request('servers:import', { previewId: found.previewId, keys });

  const { modelProviders, modelChoices } = await panel.request('state:get', {});
  const [provider, ...others] = Object.values(modelProviders);
  expect([provider, others]).toMatchObject([{ type: 'openai', name: 'Mine', hasKey: true }, []]);
  const model = { providerId: provider?.id, model: 'gpt-4o' };
  expect(modelChoices['alias:my-best']?.chosen).toEqual(model);
  expect(modelChoices['use:chat']?.chosen).toEqual(model);

  const again = await preview();
  expect(again.things[0]).toMatchObject({ name: 'Mine', exists: true });
  const session = again.things.filter(({ kind }) => kind === 'conversation').map(thing => thing.key);
  await panel.request('servers:import', { previewId: again.previewId, keys: session });
  const { rows } = await panel.request('chat:list', {});
  expect(rows).toMatchObject([{ title: 'Weather', isBranch: false, questions: 1, from: { kind: 'user' } }]);
  const { turns } = await panel.request('chat:open', { conversationId: rows[0]?.id ?? '' });
  expect(turns).toMatchObject([
    { kind: 'question', text: 'Is it raining?' },
    { kind: 'answer', state: 'ended', steps: [{ kind: 'text', text: 'It is.' }] },
  ]);
  expect(files.map(file => fs.readFileSync(file, 'utf8'))).toEqual(before);
});

test('A sign-in that is taken over is seen at once at the server that takes its tokens, in a panel that is open.', async () => {
  const place = usePlace();
  const at = 1_750_000_000_000;
  const tokens = { access_token: 'ya29.taken-over-0123456789', refresh_token: '1//taken-over', expires_at: at };
  const kept = { tokens, provider: 'google', scopes: ['mail'], created_at: at, updated_at: at };
  fs.mkdirSync(path.join(place.folder, '.harbor'), { recursive: true });
  fs.writeFileSync(
    path.join(place.folder, '.harbor/oauth_tokens.json'),
    JSON.stringify({ tokens: { mail: { server_id: 'mail', ...kept, tokens: { ...tokens, token_type: 'Bearer' } } } }),
  );
  const hub = await place.serve([], { env: { XDG_CONFIG_HOME: '' } });
  const panel = await place.panel(hub);
  const script = Buffer.from('for (;;) await MCP.readLine();').toString('base64');
  const oauth = { provider: 'google', scopes: ['mail'], tokenEnvVar: 'MAIL_TOKEN' };
  const text = JSON.stringify({ id: 'mail', name: 'Mail', version: '1.0.0', scriptBase64: script, oauth });
  const take = async (source: { kind: 'text'; text: string } | { kind: 'app'; app: 'harbor' }) => {
    const { previewId, entries, things } = await panel.request('servers:import-preview', { source });
    await panel.request('servers:import', { previewId, keys: [...entries, ...things].map(({ key: one }) => one) });
  };
  await take({ kind: 'text', text });
  await panel.waitFor(({ servers }) => servers['mail']?.signedIn === false, 'nobody has signed in for it');
  await take({ kind: 'app', app: 'harbor' });
  await panel.waitFor(({ servers }) => servers['mail']?.signedIn === true, 'it is signed in for');
});
