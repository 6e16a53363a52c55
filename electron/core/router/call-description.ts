// What a call would act on, for the user who is asked about it: asked of its browser before the question, and never told to an agent.
import { dropsGif } from '../../../contract/gif-drop.ts';
import { isRecord } from '../../../contract/json.ts';
import { type DescribedAct, describedActs } from '../../../contract/permissions.ts';
import { originOf } from '../../../contract/sites.ts';
import { cutEnd, withoutQuotes } from '../../../contract/visible-text.ts';
import { decidedPage, documentShown, siteOf } from './decided-page.ts';
import { FewLooks } from './few-looks.ts';
import type { CompanionDescribe } from '../../../contract/companion.ts';
import type { DescribedFacts } from '../../../contract/refusals.ts';
import type { CompanionDescribed } from '../../../contract/schemas/companion.ts';
import type { CallDescription } from '../../../contract/schemas/permissions.ts';
import type { DescribeAnswer } from '../browsers/browser-link.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';

export interface Described {
  readonly shown: CallDescription;
  /** The keys of the elements, by which the call is held to them; null where the browser told of none. */
  readonly keys: readonly (string | null)[] | null;
  /** A JPEG in base64. */
  readonly picture: string | null;
  /** The document that is shown, see `documentShown`. */
  readonly document: string | null;
}

/** Null for a call that is about no page. A picture is taken only where one is wanted. Never rejects. */
export type DescribeCall = (
  call: GatedCall,
  args: Readonly<Record<string, unknown>>,
  request: Pick<IncomingRequest, 'seq' | 'signal'>,
  wants: 'picture' | 'words',
) => Promise<Described | null>;

/** A card with more of them is read by nobody. */
const maxShown = 20;

/** Of these a line of the audit names no more. */
const maxInFacts = 3;

/** Characters of what a page says there. */
const maxRole = 40;
const maxQuoted = 80;

/** Of the arguments of a call, those that say where. */
const sayingWhere = [
  ...['action', 'ref', 'selector', 'coordinate'],
  ...['start_ref', 'start_selector', 'start_coordinate'],
];

export function createDescriber(
  browsers: Pick<BrowserRegistry, 'describe'>,
  mask: Pick<SecretMask, 'text'>,
): DescribeCall {
  const looks = new FewLooks<DescribeAnswer>();
  return async (call, args, { seq: parent, signal }, wants) => {
    const { target } = call;
    if (target.kind !== 'browser' || !target.browser || !target.tab) return null;
    const { tab, browser, inFrame } = target;
    const shows = originOf(tab.url);
    // An address that is to be opened is about no page that is there.
    if (!inFrame && siteOf(call) !== null && siteOf(call) !== shows) return null;
    const act = actOf(call.tool, args);
    const common = { act, title: mask.text(tab.title), elements: [], more: 0, hasPicture: false };
    const document = documentShown(call);
    const nothing = { keys: null, picture: null, document };
    if (act === null) return { shown: { ...common, untold: null }, ...nothing };
    const page = decidedPage(call, target.document);
    const decided = inFrame ? { ...page, origin: shows, frames: [siteOf(call) ?? ''] } : page;
    const where = { tool: call.tool, args: whereOnly(args), tabId: tab.tabId, decided };
    const look = (ask: CompanionDescribe) => browsers.describe(browser.id, ask, { parent, signal });
    const ask = { ...where, picture: false as const };
    const lookForWords = () => looks.look(call.agent.id, JSON.stringify([browser.id, ask]), () => look(ask));
    const answer = await (wants === 'words' ? lookForWords() : look(where));
    if (isUntold(answer)) {
      const untold = answer === 'cannot' ? answer : 'no-answer';
      // An extension that cannot tell of a call knows no documents either.
      return { shown: { ...common, untold }, ...nothing, document: untold === 'cannot' ? target.document : document };
    }
    const keys = answer.elements.map(element => element?.key ?? null);
    return { ...told(answer, act, mask), keys, document: answer.document || document };
  };
}

function isUntold(answer: DescribeAnswer): answer is 'cannot' | null {
  return answer === null || answer === 'cannot';
}

function told(
  { title, elements, picture }: CompanionDescribed,
  act: DescribedAct,
  mask: Pick<SecretMask, 'text'>,
): Pick<Described, 'shown' | 'picture'> {
  const shown = elements.slice(0, maxShown).map(element => {
    if (!element) return null;
    const { role, name, frame, isInView } = element;
    return { role: mask.text(role), name: mask.text(name), frame, isInView };
  });
  const more = elements.length - shown.length;
  const hasPicture = picture !== null;
  return { shown: { act, title: mask.text(title), elements: shown, more, untold: null, hasPicture }, picture };
}

/** What it was about, for the audit and for the user's words of a refusal: `button “Save”`. */
export function describedFacts(described: Described | null): DescribedFacts {
  if (!described) return {};
  const { title, elements, more } = described.shown;
  const named = elements.flatMap(element => (element ? [elementText(element)] : []));
  const unnamed = more + named.length - maxInFacts;
  const element = [...named.slice(0, maxInFacts), ...(unnamed > 0 ? [`+ ${unnamed}`] : [])].join(', ');
  return { ...(element !== '' && { element }), ...(title !== '' && { title: inQuotes(title) }) };
}

function elementText({ role, name }: { readonly role: string; readonly name: string }): string {
  const kind = cutEnd(role, maxRole);
  return name === '' ? kind : `${kind} “${inQuotes(name)}”`;
}

/** In a sentence of others, which goes on behind it. */
function inQuotes(text: string): string {
  return cutEnd(withoutQuotes(text), maxQuoted);
}

/** No actions of `computer`. */
const otherActs: ReadonlySet<string> = new Set<DescribedAct>(['fill', 'upload', 'accept', 'dismiss']);

/** What a call does to an element or a dialog; null for what is about none. */
function actOf(tool: string, args: Readonly<Record<string, unknown>>): DescribedAct | null {
  const { action, accept } = args;
  if (tool === 'handle_dialog') return accept === true ? 'accept' : 'dismiss';
  if (tool === 'form_input') return 'fill';
  if (tool === 'upload_image' || tool === 'file_upload' || (tool === 'gif_creator' && dropsGif(args))) return 'upload';
  return tool === 'computer' ? (describedActs.find(act => act === action && !otherActs.has(act)) ?? null) : null;
}

/** The browser is not sent what would be typed, run or handed over before anybody has allowed that. */
function whereOnly(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { fields } = args;
  const where = Object.fromEntries(sayingWhere.flatMap(name => (name in args ? [[name, args[name]] as const] : [])));
  if (!Array.isArray(fields)) return where;
  return { ...where, fields: fields.filter(isRecord).map(({ ref, selector }) => ({ ref, selector })) };
}
