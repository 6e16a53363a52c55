// What `/` and `@` offer while somebody types: prompts of servers, and files and resources. Pure.
import { t } from '../../../words/language.ts';
import type { ChatFile } from '../../../../contract/schemas/chat.ts';
import type { ServerOffers } from '../../../../contract/schemas/server-config.ts';

export type Suggestion =
  | {
      readonly kind: 'prompt';
      readonly id: string;
      readonly serverId: string;
      readonly server: string;
      readonly prompt: ServerOffers['prompts'][number];
    }
  | {
      readonly kind: 'resource';
      readonly id: string;
      readonly serverId: string;
      readonly server: string;
      readonly resource: ServerOffers['resources'][number];
    }
  | { readonly kind: 'file'; readonly id: string; readonly file: ChatFile }
  | { readonly kind: 'attach'; readonly id: string };

export interface Offered {
  readonly serverId: string;
  readonly server: string;
  readonly offers: Pick<ServerOffers, 'prompts' | 'resources'>;
}

/** What is being typed: where it begins, and the letters behind the sign. Null where nothing is asked for. */
export interface Asked {
  readonly sign: '/' | '@';
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** `/` counts at the beginning alone, because paths have it too; `@` at the beginning of a word, because addresses do. */
export function askedAt(text: string, caret: number): Asked | null {
  const before = text.slice(0, caret);
  const [, letters] = /^\/([^\s/]*)$/.exec(before) ?? [];
  if (letters !== undefined) return { sign: '/', from: 0, to: caret, text: letters };
  const [, word] = /(?:^|\s)@([^\s@]*)$/.exec(before) ?? [];
  if (word === undefined) return null;
  return { sign: '@', from: caret - word.length - 1, to: caret, text: word };
}

const maxShown = 8;

/** Those that hold the letters; for `@` the files of the conversation first, and last the dialog for others. */
export function suggested(asked: Asked, offered: readonly Offered[], files: readonly ChatFile[]): Suggestion[] {
  const wanted = asked.text.toLowerCase();
  const holds = (...texts: readonly string[]) => texts.some(text => text.toLowerCase().includes(wanted));
  if (asked.sign === '/')
    return offered
      .flatMap(({ serverId, server, offers }) =>
        offers.prompts
          .filter(({ name }) => holds(name, server))
          .map(prompt => ({ kind: 'prompt' as const, id: `${serverId} ${prompt.name}`, serverId, server, prompt })),
      )
      .slice(0, maxShown);
  const kept = [...new Map(files.map(file => [file.id, file])).values()]
    .filter(({ name }) => holds(name))
    .map(file => ({ kind: 'file' as const, id: file.id, file }));
  const resources = offered.flatMap(({ serverId, server, offers }) =>
    offers.resources
      .filter(({ name, uri }) => holds(name, uri, server))
      .map(resource => ({ kind: 'resource' as const, id: `${serverId} ${resource.uri}`, serverId, server, resource })),
  );
  return [...[...kept, ...resources].slice(0, maxShown - 1), { kind: 'attach', id: 'attach' }];
}

/** Why there is nothing to offer. */
export function nothingWords({ sign }: Asked): string {
  return sign === '/' ? t('No running server offers such a prompt.') : t('No such file.');
}

/** The text without what asked for it. */
export function withoutAsked(text: string, { from, to }: Asked): string {
  return text.slice(0, from) + text.slice(to);
}
