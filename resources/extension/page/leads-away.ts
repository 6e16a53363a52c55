// Runs inside a page: hears of a press or a key that leads to another document, or to a chooser of files, before the browser tells of one.
import { withAncestors } from './element-at.ts';

/** Another document in this tab, a new tab, or a chooser of files. */
export type Led = 'away' | 'new tab' | 'files';

/** Calls `note` when a link was followed, a form was sent or files were asked for, and its page lets the browser do that. Answers how to end it. */
export function hearOfLeaving(note: (led: Led) => void): () => void {
  // Added last and heard last, so what the page says to the event is said by then.
  const onClick = (event: Event): void => {
    const [first] = event.composedPath();
    if (event.defaultPrevented || !(first instanceof Element)) return;
    if (first instanceof HTMLInputElement && first.type === 'file' && !first.disabled) note('files');
    const link = followed(first);
    if (link) note(staysInTab(link.target) ? 'away' : 'new tab');
  };
  const onSubmit = (event: Event): void => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    const said = (name: string): string =>
      (submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '').toLowerCase();
    if (said('method') !== 'dialog') note(staysInTab(said('target')) ? 'away' : 'new tab');
  };
  addEventListener('click', onClick);
  addEventListener('submit', onSubmit);
  return () => {
    removeEventListener('click', onClick);
    removeEventListener('submit', onSubmit);
  };
}

/** Null where a press leads to no other document. */
function followed(pressed: Element): HTMLAnchorElement | null {
  const link = withAncestors(pressed).find(each => each.localName === 'a' && each.hasAttribute('href'));
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return null;
  const isSamePage = link.hash !== '' && link.href.split('#')[0] === location.href.split('#')[0];
  const isLeft = !isSamePage || !staysInTab(link.target);
  return /^https?:$/.test(link.protocol) && isLeft ? link : null;
}

function staysInTab(target: string): boolean {
  return /^(_self|_top|_parent)?$/i.test(target);
}
