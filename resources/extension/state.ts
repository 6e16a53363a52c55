// What the pop-up shows: one state, kept where only the extension's own pages can read it.

export type State =
  | { readonly kind: 'connecting' }
  /** `reason` is what the browser said, where it said something. */
  | { readonly kind: 'no-relay'; readonly reason: string | null }
  | { readonly kind: 'hub-away' }
  /** What listens at the port of the pairing does not prove to be the hub of then, or that hub has forgotten this browser. */
  | { readonly kind: 'not-the-hub' }
  | { readonly kind: 'pending'; readonly code: string }
  /** `overSocket`: by the WebSocket, for want of native messaging. */
  | { readonly kind: 'approved'; readonly name: string; readonly overSocket: boolean }
  | { readonly kind: 'denied' }
  | { readonly kind: 'refused' };

export function publishState(state: State): void {
  void chrome.storage.session.set({ state });
}

/** Calls `show` with the state now and after every change. */
export async function watchState(show: (state: State) => void): Promise<void> {
  chrome.storage.session.onChanged.addListener(changes => {
    if (isState(changes.state?.newValue)) show(changes.state.newValue);
  });
  const { state } = await chrome.storage.session.get('state');
  show(isState(state) ? state : { kind: 'connecting' });
}

/** How many questions of pages wait in this browser. */
export function publishWaiting(questionsWaiting: number): void {
  void chrome.storage.session.set({ questionsWaiting });
}

/** Calls `show` with their number now and after every change. */
export async function watchWaiting(show: (questions: number) => void): Promise<void> {
  chrome.storage.session.onChanged.addListener(({ questionsWaiting }) => {
    if (questionsWaiting) show(Number(questionsWaiting.newValue ?? 0));
  });
  const { questionsWaiting = 0 } = await chrome.storage.session.get('questionsWaiting');
  show(Number(questionsWaiting));
}

/** The pop-up's way to ask for a connection now; the background offers no messages that a page could send. */
export function askForRetry(): void {
  void chrome.storage.session.set({ retryAt: Date.now() });
}

export function onRetryAsked(listener: () => void): void {
  chrome.storage.session.onChanged.addListener(changes => {
    if (changes.retryAt) listener();
  });
}

/** Only this extension writes there, so the tag alone tells a state. */
function isState(value: unknown): value is State {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
