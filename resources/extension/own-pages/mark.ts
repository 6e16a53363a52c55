// The mark of an agent, of Chat, of the user: two letters on its colour, beside its name.
import { el } from './dom.ts';
import type { Mark } from '../../../contract/schemas/companion-pages.ts';

export function markOf({ mono, colour }: Pick<Mark, 'mono' | 'colour'>, small = false): HTMLElement {
  const made = el('span', { class: small ? 'mark s' : 'mark', at: { 'aria-hidden': 'true' } }, mono);
  if (colour === null) made.classList.add('off');
  made.style.setProperty('--agent', `var(--agent-${colour ?? 'you'})`);
  return made;
}
