// Passwords in answers of spec 000's extension: what only the page knows to be one is asked there, and left out where the page cannot say.
import { jsonIn } from '../../../contract/json.ts';
import {
  passwordExpression,
  possiblePasswords,
  withoutTexts,
} from '../../../native-host/dialects/claudezilla-passwords.ts';
import type { CallResult } from './browser-link.ts';
import type { Tell } from './held-elements.ts';
import type { PageCall } from './watched-call.ts';

/** The answer that an agent of the same wire gets, without passwords. */
export async function withoutPasswords(call: PageCall, result: CallResult, tell: Tell): Promise<CallResult> {
  const { own } = result;
  const texts = own ? possiblePasswords(own) : [];
  if (!own || texts.length === 0) return result;
  const said = await areInFields(call, texts, tell);
  return { ...result, own: withoutTexts(own, text => said?.[texts.indexOf(text)] !== false) };
}

/** For each text whether a password field of the page holds it; null where the page cannot say. */
async function areInFields(
  { tabId, decided }: PageCall,
  texts: readonly string[],
  tell: Tell,
): Promise<readonly unknown[] | null> {
  const text = passwordExpression(texts);
  if (text === null) return null;
  const answer = await tell({ tool: 'javascript_tool', args: { text }, tabId, decided }).catch(() => null);
  if (!answer || answer.isError) return null;
  const said = jsonIn(String(answer.content.find(block => typeof block.text === 'string')?.text ?? ''));
  return Array.isArray(said) ? said : null;
}
