// Runs in a page, in the companion's own world there: puts the panel of a chat over it, and takes it away. The page can hide or remove the
// element, and neither reach what is in it nor speak to it.

interface Host {
  readonly element: HTMLElement;
  readonly chatId: string;
}

interface World {
  pilothouseChat?: Host;
}

/** Nothing of this file but the function itself is there when it runs. False where the document has no place for it. */
export function putChatHost(chatId: string, url: string, position: string, title: string): boolean {
  const world = globalThis as unknown as World;
  world.pilothouseChat?.element.remove();
  if (!document.documentElement) return false;
  const element = document.createElement('div');
  const shadow = element.attachShadow({ mode: 'closed' });
  const frame = document.createElement('iframe');
  frame.src = url;
  frame.title = title;
  const set = (on: HTMLElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles)) on.style.setProperty(name, value, 'important');
  };
  const side: Record<string, string> =
    position === 'left' ? { left: '16px' } : position === 'center' ? { left: '50%' } : { right: '16px' };
  set(element, { all: 'initial', position: 'fixed', bottom: '16px', 'z-index': '2147483647', ...side });
  if (position === 'center') set(element, { 'margin-left': '-190px' });
  set(frame, { all: 'initial', display: 'block', width: '380px', height: 'min(560px, 80vh)' });
  set(frame, { border: '1px solid rgb(127 127 127 / 40%)', 'border-radius': '12px', 'color-scheme': 'normal' });
  shadow.append(frame);
  document.documentElement.append(element);
  world.pilothouseChat = { element, chatId };
  return true;
}

/** Of that chat alone. */
export function takeChatHost(chatId: string): void {
  const world = globalThis as unknown as World;
  if (world.pilothouseChat?.chatId !== chatId) return;
  world.pilothouseChat.element.remove();
  delete world.pilothouseChat;
}

/** Shown or hidden; the conversation goes on. */
export function toggleChatHost(): void {
  const host = (globalThis as unknown as World).pilothouseChat;
  if (!host) return;
  const isHidden = host.element.style.display === 'none';
  host.element.style.setProperty('display', isHidden ? 'block' : 'none', 'important');
}
