// The pop-up's part on scripts of agents where the policy of a page forbids them: Firefox asks its user for that, and only when a user asks first.

const permission = { permissions: ['userScripts'] } satisfies chrome.permissions.Permissions;

/** Not where there is a debugger, which no policy of a page holds up. */
export async function showScripts(isApproved: boolean): Promise<void> {
  const [part, text, button] = ['scripts', 'scriptsText', 'scriptsButton'].map(id => document.getElementById(id));
  if (!part || !text || !(button instanceof HTMLButtonElement)) return;
  part.hidden = !isApproved || 'debugger' in chrome;
  if (part.hidden) return;
  const isLet = await chrome.permissions.contains(permission);
  text.textContent = chrome.i18n.getMessage(isLet ? 'scriptsLet' : 'scriptsHeld');
  button.textContent = chrome.i18n.getMessage('scriptsButton');
  button.hidden = isLet;
  button.onclick = () => void chrome.permissions.request(permission).then(() => showScripts(isApproved));
}
