// Passwords in answers of spec 000's extension: what only the page knows to be one is asked there, and left out where the page cannot say.
import { isRecord, jsonIn } from '../../../../contract/json.ts';
import { labelLines } from '../../../../native-host/dialects/claudezilla/claudezilla-labels.ts';
import {
  passwordExpression,
  possiblePasswords,
  withoutTexts,
} from '../../../../native-host/dialects/claudezilla/claudezilla-passwords.ts';
import type { CallResult } from '../browser-link.ts';
import type { Tell } from './held-elements.ts';
import type { PageCall } from './watched-call.ts';

/** The answer without passwords; the labels of a picture are told right behind it. */
export async function withoutPasswords(call: PageCall, result: CallResult, tell: Tell): Promise<CallResult> {
  const { own, labels, ...others } = result;
  if (own) return { ...others, own: await vouchedFor(call, own, tell) };
  if (!labels) return result;
  const told = await vouchedFor(call, { labels }, tell);
  const text = isRecord(told.labels) ? labelLines(told.labels) : '';
  if (text === '') return others;
  return { ...others, content: others.content.toSpliced(1, 0, { type: 'text', text }) };
}

/** Without the texts of which the page does not say that no password field holds them. */
async function vouchedFor(call: PageCall, told: Record<string, unknown>, tell: Tell): Promise<Record<string, unknown>> {
  const texts = possiblePasswords(told);
  if (texts.length === 0) return told;
  const said = await areInFields(call, texts, tell);
  return withoutTexts(told, text => said?.[texts.indexOf(text)] !== false);
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
