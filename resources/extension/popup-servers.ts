// The pop-up's way to the servers that this browser runs by itself. Files are picked in a page: a pop-up closes while its user looks for one.

export function showServersButton(): void {
  const button = document.getElementById('servers');
  if (!(button instanceof HTMLButtonElement)) return;
  button.textContent = chrome.i18n.getMessage('serversTitle');
  button.onclick = () => {
    void chrome.tabs.create({ url: chrome.runtime.getURL('servers.html') }).then(() => close());
  };
}
