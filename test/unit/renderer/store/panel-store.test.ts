// What the panel says aloud: nothing of it is lost to what comes at the same moment.
import { expect, test } from 'vitest';
import { createPanelStore, say } from '../../../../renderer/store/panel-store.ts';

test('what is said before the last could be heard stands behind it', () => {
  const store = createPanelStore();
  say(store, 'The question changed');
  say(store, 'Codex CLI connected');
  expect(store.getState().said).toBe('The question changed. Codex CLI connected');
});

test('what is said after that stands alone', () => {
  const store = createPanelStore();
  say(store, 'Codex CLI connected');
  store.setState({ wasHeard: true });
  say(store, 'Codex CLI left');
  expect(store.getState().said).toBe('Codex CLI left');
});
