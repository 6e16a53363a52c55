// Every command of spec 000's wire as data: who answers it here, and the verb of its refusals.

/**
 * `hub`: answered from what the hub knows. `tabs`: opens or closes tabs of the pool, so more than one call may follow.
 * `tool`: one call of the hub's browser tool. `consent`: some of them, but for an extension of the same wire, which does it by itself and
 * is decided about like the click that it is. `named`: the hub's browser tool of that name, with its own arguments and its own answer.
 */
export type ClaudezillaAnswer = 'hub' | 'tabs' | 'tool' | 'consent' | 'named';

export interface ClaudezillaCommand {
  readonly answer: ClaudezillaAnswer;
  /** `Cannot <verb> tab 42`, as the real system words its refusals. */
  readonly verb?: string;
  /** The hub's browser tool behind it. */
  readonly tool?: string;
}

const hub: ClaudezillaCommand = { answer: 'hub' };
const closes: ClaudezillaCommand = { answer: 'tabs', tool: 'tabs_close' };
const tool = (name: string, verb: string): ClaudezillaCommand => ({ answer: 'tool', tool: name, verb });
/** The 37 commands that the real system lets through, in its order of subjects. */
export const claudezillaCommands: Readonly<Record<string, ClaudezillaCommand>> = {
  startLoop: hub,
  stopLoop: hub,
  getLoopState: hub,
  incrementLoopIteration: hub,

  ping: hub,
  version: hub,
  canNavigate: hub,
  getWindowMode: hub,
  setPrivateMode: hub,
  getTabs: { answer: 'hub', tool: 'tabs_context' },
  getActiveTab: { answer: 'hub', tool: 'tabs_context' },
  getWindows: { answer: 'hub', tool: 'tabs_context' },
  requestTabSpace: hub,
  getSlotRequests: hub,

  createWindow: { answer: 'tabs', tool: 'tabs_create' },
  closeTab: closes,
  closeWindow: closes,
  grantTabSpace: closes,
  cleanupOrphanedTabs: closes,
  goodbye: closes,

  navigate: tool('navigate', 'navigate'),
  getContent: tool('get_page_text', 'read content from'),
  getPageState: tool('read_page', 'read page state from'),
  getAccessibilitySnapshot: tool('read_page', 'read accessibility from'),
  screenshot: tool('computer', 'screenshot'),
  click: tool('computer', 'click in'),
  type: tool('computer', 'type in'),
  pressKey: tool('computer', 'send keys to'),
  scroll: tool('computer', 'scroll in'),

  resizeWindow: tool('resize_window', 'resize the window of'),
  setViewport: tool('resize_window', 'resize the window of'),
  waitFor: tool('computer', 'wait in'),
  evaluate: tool('javascript_tool', 'evaluate in'),
  getElementInfo: tool('find', 'inspect element in'),
  getConsoleLogs: tool('read_console_messages', 'read console from'),
  getNetworkRequests: tool('read_network_requests', 'read network from'),

  handleConsent: { answer: 'consent', tool: 'computer', verb: 'handle consent in' },
};

/** The command of that name, or null for one that is not let through. */
export function commandOf(name: string): ClaudezillaCommand | null {
  return Object.hasOwn(claudezillaCommands, name) ? (claudezillaCommands[name] ?? null) : null;
}
