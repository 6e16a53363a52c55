// Runs inside a page: hears of a press or a key that leads to another document, before the browser tells of one.
import { withAncestors } from './element-at.ts';

/** Calls `note` when a link was followed or a form was sent, and its page lets the browser do that. Answers how to end it. */
export function hearOfLeaving(note: () => void): () => void {
  // Added last and heard last, so what the page says to the event is said by then.
  const onClick = (event: Event): void => {
    const [first] = event.composedPath();
    if (!event.defaultPrevented && first instanceof Element && isFollowed(first)) note();
  };
  const onSubmit = (event: Event): void => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    const said = (name: string): string =>
      (submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '').toLowerCase();
    if (said('method') !== 'dialog' && staysInTab(said('target'))) note();
  };
  addEventListener('click', onClick);
  addEventListener('submit', onSubmit);
  return () => {
    removeEventListener('click', onClick);
    removeEventListener('submit', onSubmit);
  };
}

function isFollowed(pressed: Element): boolean {
  const link = withAncestors(pressed).find(each => each.localName === 'a' && each.hasAttribute('href'));
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download') || !staysInTab(link.target)) return false;
  const isSamePage = link.hash !== '' && link.href.split('#')[0] === location.href.split('#')[0];
  return /^https?:$/.test(link.protocol) && !isSamePage;
}

function staysInTab(target: string): boolean {
  return /^(_self|_top|_parent)?$/i.test(target);
}
