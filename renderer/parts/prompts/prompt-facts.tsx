// Who asks, for what, where, and which program says that it is the one.
import { chatClientId } from '../../../contract/chat.ts';
import { elementParts } from '../../words/element-words.ts';
import { tellsBrowsers } from '../../words/identity.ts';
import { midSentence, t } from '../../words/language.ts';
import { objectsOf } from '../../words/object-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { toParts } from '../../words/sentence-words.ts';
import { BrowserMark } from '../browser-mark.tsx';
import { Foreign } from '../foreign.tsx';
import { type Fact, Facts } from '../layout.tsx';
import { useSnapshot } from '../panel-context.tsx';
import { ReasonText } from '../reason-text.tsx';
import { Say } from '../say.tsx';
import { Parts } from '../sentence-parts.tsx';
import type { Reason } from '../../../contract/reasons.ts';
import type { CallDescription, Prompt } from '../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export function PromptFacts({ prompt }: { prompt: Prompt }) {
  const snapshot = useSnapshot();
  const facts: (Fact | null)[] = [
    [t('What'), <What key="what" prompt={prompt} />],
    prompt.destructive ? [t('Object'), <Objects key="object" prompt={prompt} />] : null,
    ...describedFacts(prompt),
    [t('Where'), <Where key="where" prompt={prompt} snapshot={snapshot} />],
    [t('Who'), <Who key="who" prompt={prompt} snapshot={snapshot} />],
    [t('Program'), <Program key="program" prompt={prompt} />],
  ];
  return <Facts facts={facts.filter(fact => fact !== null)} />;
}

/** What it acts on, and the page's own name for itself where its tab is not called after it. */
function describedFacts({ description, where }: Prompt): Fact[] {
  if (!description) return [];
  const { act } = description;
  const title = where.kind === 'at-tab' && where.title !== undefined ? '' : description.title;
  return [
    ...(act === null ? [] : [[t('Element'), <Elements key="element" description={description} />] satisfies Fact]),
    ...(title === '' ? [] : [[t('Page'), <Foreign key="page" text={title} max={100} />] satisfies Fact]),
  ];
}

function Elements({ description: { elements, more, untold } }: { description: CallDescription }) {
  if (untold === 'cannot')
    return <span className="muted">{t('the extension of this browser cannot tell; the arguments say where')}</span>;
  if (untold === 'no-answer')
    return <span className="text-attention">{t('the page did not tell in time; the arguments say where')}</span>;
  if (elements.every(element => element === null))
    return <span className="text-attention">{t('nothing was there when you were asked')}</span>;
  return (
    <>
      {elements.map((element, at) => (
        <span key={at}>
          {at === 0 ? '' : ', '}
          {element ? <ElementName element={element} /> : t('one that was not there')}
        </span>
      ))}
      {more > 0 ? `, ${t('and {more, number} more', { more })}` : ''}
    </>
  );
}

function ElementName({ element }: { element: NonNullable<CallDescription['elements'][number]> }) {
  const { frame, isInView } = element;
  return (
    <>
      <span className="strong">
        <Parts parts={toParts(elementParts(element))} />
      </span>
      {frame === null ? null : (
        <>
          , <Say text="in a frame of {site}" values={{ site: <Foreign text={frame} className="strong" /> }} />
        </>
      )}
      {isInView ? '' : `, ${t('out of view')}`}
    </>
  );
}

function What({ prompt: { tool, scope, readOnly, calls } }: { prompt: Prompt }) {
  return (
    <>
      <Foreign text={tool} className="mono" max={120} />, {midSentence(scopeWords(scope).title)}
      {readOnly ? `, ${t('only reads')}` : ''}
      {calls > 1 ? `, ${t('{calls, number} calls wait for this answer', { calls })}` : ''}
    </>
  );
}

/** What is there to lose, before anything else about it. */
function Objects({ prompt }: { prompt: Prompt }) {
  const objects = objectsOf(prompt.argumentsText);
  return (
    <>
      <span className="text-crashed font-medium">{t('may destroy or change for good')}: </span>
      {objects.length === 0 ? (
        <>
          {t('no argument names it')}; <ReasonText reason={prompt.where} max={120} />
        </>
      ) : (
        objects.map((object, at) => (
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
function Where({ prompt: { where, site, tab }, snapshot }: { prompt: Prompt; snapshot: Snapshot }) {
  const browserId = tab?.browserId ?? browserCalled(snapshot, where);
  const mark = browserId && tellsBrowsers(snapshot) ? <BrowserMark browserId={browserId} size="small" /> : null;
  if (site === null)
    return (
      <>
        {mark} <ReasonText reason={undescribed(where)} max={120} />
      </>
    );
  return (
    <>
      {mark} <Foreign text={site} />,{' '}
      <ReasonText
        className={where.kind === 'at-page-near' ? 'text-attention' : 'muted'}
        reason={besidesSite(undescribed(where))}
        max={120}
      />
    </>
  );
}

/** A call that is about no tab tells its browser by name, which no two have. */
function browserCalled({ browsers }: Snapshot, where: Reason): string | null {
  if (where.kind !== 'at-browser') return null;
  return Object.values(browsers).find(({ name }) => name === where.browser)?.id ?? null;
}

/** What is there is a fact of its own; its page's title is what the tab is called. */
function undescribed(where: Reason): Reason {
  if (where.kind !== 'at-tab') return where;
  const { element: _element, ...place } = where;
  return place;
}

/** The site stands before it, where it is not that of a frame in a page. */
function besidesSite(where: Reason): Reason {
  if (where.kind === 'at-browser') return { ...where, site: null };
  if (where.kind !== 'at-tab' || where.inFrame) return where;
  return { ...where, site: null, page: where.page === where.site ? null : where.page };
}

function proofWords(clientId: string, verified = true): string {
  if (clientId === chatClientId) return t('a part of Pilothouse');
  return verified ? t('known by its credential') : t('unverified: any program may open its socket');
}

function Who({ prompt, snapshot }: { prompt: Prompt; snapshot: Snapshot }) {
  const client = snapshot.clients[prompt.clientId];
  const proof = proofWords(prompt.clientId, client?.verified);
  const page = prompt.subject.kind === 'client' ? null : prompt.subject.id;
  return (
    <>
      {page === null ? null : (
        <>
          <Say
            text="The web page {page}, with the credential of"
            values={{ page: <Foreign text={page} className="strong" /> }}
          />{' '}
        </>
      )}
      <Foreign text={client?.name ?? prompt.clientId} max={120} />, {proof};{' '}
      <Say text="says it is {name}" values={{ name: <Foreign text={prompt.agentName} max={60} /> }} />
    </>
  );
}

function Program({ prompt: { program } }: { prompt: Prompt }) {
  if (program === null) return <span className="subtle">{t('not told')}</span>;
  const { path, pid, folder } = program;
  return (
    <span className="muted">
      <Foreign text={path ?? t('unknown program')} className="mono" max={80} middle />
      {pid === null ? '' : ` pid ${pid}`}
      {folder === null ? null : (
        <>
          {' '}
          <Say text="in {folder}" values={{ folder: <Foreign text={folder} className="mono" max={80} middle /> }} />
        </>
      )}
      <span className="subtle">, {t('as claimed')}</span>
    </span>
  );
}
