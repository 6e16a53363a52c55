// The pop-up's part on what was decided about pages while no hub was there: each origin, and taking it back.
import { askToForget, decidedOrigins } from './web-agent/alone/alone-grants.ts';

const words = (name: string, of: string[] = []) => chrome.i18n.getMessage(name, of);

async function show(): Promise<void> {
  const [part, head, list] = ['decided', 'decidedHead', 'decidedList'].map(id => document.getElementById(id));
  if (!part || !head || !list) return;
  const origins = await decidedOrigins();
  part.hidden = origins.length === 0;
  head.textContent = words('aloneDecided');
  list.replaceChildren(...origins.map(row));
}

function row({ origin, allowed, denied }: Awaited<ReturnType<typeof decidedOrigins>>[number]): HTMLElement {
  const line = document.createElement('li');
  const text = document.createElement('span');
  text.textContent = words('aloneAllowed', [origin, String(allowed), String(denied)]);
  const forget = document.createElement('button');
  forget.type = 'button';
  forget.textContent = words('aloneForget');
  // Of which site, to whom the line beside it is not read.
  forget.setAttribute('aria-label', `${words('aloneForget')}: ${origin}`);
  forget.addEventListener('click', event => event.isTrusted && askToForget(origin));
  line.append(text, forget);
  return line;
}

/** Now, and after every change. */
export function showDecided(): void {
  chrome.storage.onChanged.addListener(() => void show());
  void show();
}
