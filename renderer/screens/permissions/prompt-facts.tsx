// Who asks, for what, where, and which program says that it is the one.
import type { Prompt } from '../../../electron/contract/permissions.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { Facts, type Fact } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { objectsOf } from '../../words/object-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { formatCount } from '../../words/format.ts';

export function PromptFacts({ prompt }: { prompt: Prompt }) {
  const snapshot = useSnapshot();
  const facts: (Fact | null)[] = [
    ['What', <What key="what" prompt={prompt} />],
    prompt.destructive ? ['Object', <Objects key="object" prompt={prompt} />] : null,
    ['Where', <Where key="where" prompt={prompt} />],
    ['Who', <Who key="who" prompt={prompt} snapshot={snapshot} />],
    ['Program', <Program key="program" prompt={prompt} />],
  ];
  return <Facts facts={facts.filter(fact => fact !== null)} />;
}

function What({ prompt: { tool, scope, readOnly, calls } }: { prompt: Prompt }) {
  return (
    <>
      <Foreign text={tool} className="mono" max={120} />, {scopeWords(scope).title.toLowerCase()}
      {readOnly ? ', only reads' : ''}
      {calls > 1 ? `, ${formatCount(calls)} calls wait for this answer` : ''}
    </>
  );
}

/** What is there to lose, before anything else about it. */
function Objects({ prompt }: { prompt: Prompt }) {
  const objects = objectsOf(prompt.argumentsText);
  return (
    <>
      <span className="text-crashed font-medium">may destroy or change for good: </span>
      {objects.length === 0 ? (
        <>
          no argument names it; <Foreign text={prompt.where} max={120} middle />
        </>
      ) : (
        objects.map((object, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the objects of one call never change places
          <span key={at}>
            {at === 0 ? '' : ', '}
            <Foreign text={object} className="strong" />
          </span>
        ))
      )}
    </>
  );
}

/** The origin stands whole: whatever is cut of a host may be what it pretends to be. */
function Where({ prompt: { where, site } }: { prompt: Prompt }) {
  if (site === null) return <Foreign text={where} max={120} middle />;
  const rest = where.split(`, ${site}`).join('');
  return (
    <>
      <Foreign text={site} />
      {rest === '' ? null : (
        <>
          , <Foreign text={rest} max={120} middle className="m" />
        </>
      )}
    </>
  );
}

function Who({ prompt, snapshot }: { prompt: Prompt; snapshot: Snapshot }) {
  const client = snapshot.clients[prompt.clientId];
  const proof = client?.verified === false ? 'unverified: any program may open its socket' : 'known by its credential';
  const page = prompt.subject.kind === 'client' ? null : prompt.subject.id;
  return (
    <>
      {page === null ? null : (
        <>
          The web page <Foreign text={page} className="strong" />, with the credential of{' '}
        </>
      )}
      <Foreign text={client?.name ?? prompt.clientId} max={120} />, {proof}; says it is{' '}
      <Foreign text={prompt.agentName} max={60} />
    </>
  );
}

function Program({ prompt: { program } }: { prompt: Prompt }) {
  if (program === null) return <span className="mm">not told</span>;
  const { path, pid, folder } = program;
  return (
    <span className="m">
      <Foreign text={path ?? 'unknown program'} className="mono" max={80} middle />
      {pid === null ? '' : ` pid ${pid}`}
      {folder === null ? null : (
        <>
          {' '}
          in <Foreign text={folder} className="mono" max={80} middle />
        </>
      )}
      <span className="mm">, as claimed</span>
    </span>
  );
}
