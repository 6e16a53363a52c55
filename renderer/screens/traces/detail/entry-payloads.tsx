// What an entry carried: request and response as trees, or as the text that was kept.
import { Scissors } from 'lucide-react';
import { CopyButton } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { JsonView } from '../../../parts/json-view.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { cutSentence } from '../../../words/cut-words.ts';
import { formatBytes, formatDuration, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { EntryAnswer } from './use-entry.ts';

type There = EntryAnswer & { kind: 'there' };

interface PayloadsProps {
  readonly answer: There;
  /** The text as it was kept, instead of a tree. */
  readonly raw?: boolean;
}

export function EntryPayloads({ answer, raw = false }: PayloadsProps) {
  const { entry, payload } = answer;
  const sent = { size: formatBytes(entry.bytes), from: entry.from.label, to: entry.to.label };
  const none = payload?.dropped ? t('The ring dropped it to make room for newer messages.') : null;
  return (
    <>
      <Payload
        title={t('Request')}
        copies={t('request')}
        note={t('{size}, {from} to {to}', sent)}
        text={payload?.request ?? null}
        none={none ?? t('It carried nothing.')}
        cut={cutSentence(entry.bytes, payload?.requestCutAt)}
        raw={raw}
      />
      {entry.kind === 'request' ? (
        <Payload
          title={t('Response')}
          copies={t('response')}
          note={answerWords(entry)}
          text={payload?.response ?? null}
          none={none ?? (entry.latencyMs === null ? t('Not there yet.') : t('It carried nothing.'))}
          cut={cutSentence(entry.responseBytes, payload?.responseCutAt)}
          raw={raw}
        />
      ) : null}
    </>
  );
}

function answerWords({ responseBytes, latencyMs }: TraceEntry): string {
  const size = responseBytes === null ? missing : formatBytes(responseBytes);
  return latencyMs === null ? size : t('{size}, after {time}', { size, time: formatDuration(latencyMs) });
}

interface PayloadProps {
  readonly title: string;
  /** What its button copies. */
  readonly copies: string;
  readonly note: string;
  readonly text: string | null;
  readonly none: string;
  /** Where only its beginning is kept: the sentence that says so. */
  readonly cut: string | null;
  readonly raw: boolean;
}

function Payload({ title, copies, note, text, none, cut, raw }: PayloadProps) {
  return (
    <section aria-label={title} className="border-b border-line">
      <PaneHead title={title} note={<Foreign text={note} />}>
        {text === null ? null : <CopyButton text={text} what={copies} />}
      </PaneHead>
      {text === null ? (
        <p className="subtle px-4 py-2 text-xs">{none}</p>
      ) : (
        <Text title={title} text={text} raw={raw} />
      )}
      {text === null || cut === null ? null : (
        <p className="line muted px-4 py-2 text-xs">
          <Scissors className="icon-14" aria-hidden="true" />
          {cut}
        </p>
      )}
    </section>
  );
}

function Text({ title, text, raw }: { title: string; text: string; raw: boolean }) {
  if (!raw) return <JsonView text={text} label={t('{title} payload', { title })} />;
  return (
    <div className="code px-4 py-2" role="group" aria-label={t('{title} as text', { title })}>
      <Foreign text={text} lines />
    </div>
  );
}
