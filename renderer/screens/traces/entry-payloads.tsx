// What an entry carried: request and response as trees, or as the text that was kept.
import { Scissors } from 'lucide-react';

import { CopyButton } from '../../parts/copy.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { cutSentence } from '../../words/cut-words.ts';
import { formatBytes, formatDuration, missing } from '../../words/format.ts';
import type { EntryAnswer } from './use-entry.ts';

type There = EntryAnswer & { kind: 'there' };

interface PayloadsProps {
  readonly answer: There;
  /** The text as it was kept, instead of a tree. */
  readonly raw?: boolean;
}

export function EntryPayloads({ answer, raw = false }: PayloadsProps) {
  const { entry, payload } = answer;
  const route = `${entry.from.label} to ${entry.to.label}`;
  const after = entry.latencyMs === null ? '' : `, after ${formatDuration(entry.latencyMs)}`;
  const none = payload?.dropped ? 'The ring dropped it to make room for newer messages.' : null;
  return (
    <>
      <Payload
        title="Request"
        note={`${formatBytes(entry.bytes)}, ${route}`}
        text={payload?.request ?? null}
        none={none ?? 'It carried nothing.'}
        cut={cutSentence(entry.bytes, payload?.requestCutAt)}
        raw={raw}
      />
      {entry.kind === 'request' ? (
        <Payload
          title="Response"
          note={entry.responseBytes === null ? missing : `${formatBytes(entry.responseBytes)}${after}`}
          text={payload?.response ?? null}
          none={none ?? (entry.latencyMs === null ? 'Not there yet.' : 'It carried nothing.')}
          cut={cutSentence(entry.responseBytes, payload?.responseCutAt)}
          raw={raw}
        />
      ) : null}
    </>
  );
}

interface PayloadProps {
  readonly title: string;
  readonly note: string;
  readonly text: string | null;
  readonly none: string;
  /** Where only its beginning is kept: the sentence that says so. */
  readonly cut: string | null;
  readonly raw: boolean;
}

function Payload({ title, note, text, none, cut, raw }: PayloadProps) {
  return (
    <section aria-label={title} className="border-b border-line">
      <PaneHead title={title} note={<Foreign text={note} />}>
        {text === null ? null : <CopyButton text={text} what={title.toLowerCase()} />}
      </PaneHead>
      {text === null ? <p className="mm px-4 py-2 text-xs">{none}</p> : <Text title={title} text={text} raw={raw} />}
      {text === null || cut === null ? null : (
        <p className="line m px-4 py-2 text-xs">
          <Scissors className="i14" aria-hidden="true" />
          {cut}
        </p>
      )}
    </section>
  );
}

function Text({ title, text, raw }: { title: string; text: string; raw: boolean }) {
  if (!raw) return <JsonView text={text} label={`${title} payload`} />;
  return (
    <div className="code px-4 py-2" role="group" aria-label={`${title} as text`}>
      <Foreign text={text} lines />
    </div>
  );
}
