// What the pop-up shows: one state, kept where only the extension's own pages can read it.

export type State =
  | { readonly kind: 'connecting' }
  /** `reason` is what the browser said, where it said something. */
  | { readonly kind: 'no-relay'; readonly reason: string | null }
  | { readonly kind: 'hub-away' }
  | { readonly kind: 'pending'; readonly code: string }
  | { readonly kind: 'approved'; readonly name: string }
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
