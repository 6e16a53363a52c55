// The pop-up: says in words how this browser stands to Pilothouse, and shows the code to compare.
import { askForRetry, type State, watchState } from './state.ts';

interface Words {
  readonly word: string;
  readonly text: string;
  readonly code?: string;
  readonly detail?: string;
}

function describe(state: State): Words {
  switch (state.kind) {
    case 'connecting':
      return { word: 'Connecting', text: 'Waiting for Pilothouse to answer.' };
    case 'no-relay':
      return {
        word: 'Not connected',
        text: 'This browser does not know Pilothouse. Switch it on in Pilothouse under Connect a browser.',
        detail: state.reason,
      };
    case 'hub-away':
      return { word: 'Pilothouse is not running', text: 'Start it; this browser connects by itself.' };
    case 'pending':
      return {
        word: 'Waits for your approval',
        text: 'Approve this browser in Pilothouse if it shows the same code.',
        code: state.code,
      };
    case 'approved':
      return { word: 'Connected', text: `Pilothouse knows this browser as ${state.name}.` };
    case 'denied':
      return { word: 'Denied', text: 'You denied this browser. Forget it in Pilothouse to be asked again.' };
    case 'refused':
      return { word: 'Refused', text: 'Pilothouse did not take this extension.', detail: state.reason };
  }
}

function show(state: State): void {
  const { word, text, code, detail } = describe(state);
  document.body.dataset.kind = state.kind;
  fill('word', word);
  fill('text', text);
  fill('code', code);
  fill('detail', detail);
}

function fill(id: string, text: string | undefined): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.textContent = text ?? '';
  element.hidden = text === undefined;
}

void watchState(show);
askForRetry();
