// "Call it": the arguments in a form or as JSON, the call itself, and what came back.
import { Play, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { isRecord } from '../../../contract/json.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choices.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { useLive } from '../../parts/panel-context.tsx';
import { Said } from '../../parts/sheet.tsx';
import { t } from '../../words/language.ts';
import { ArgumentForm } from './argument-form.tsx';
import { problemSentence } from './argument-words.ts';
import { BrowserChoice, useBrowserAsked } from './browser-choice.tsx';
import { asForm, asJson, type CallDraft, canBeSent, checkDraft, withJson } from './call-draft.ts';
import { CallResult } from './call-result.tsx';
import { ConfirmCall } from './confirm-call.tsx';
import { keepDraft, keptDraft } from './kept-drafts.ts';
import { Running } from './running-call.tsx';
import { type SentCall, useToolCall } from './use-tool-call.ts';
import type { Checked } from '../../../contract/json-schema/check.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';

interface ToolCallProps {
  readonly tool: Tool;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly preset?: CallPreset;
}

/** What is settled of the call before anything is typed. */
interface CallPreset {
  readonly title: string;
  /** Arguments that stand in no field. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** It is known to change nothing, whatever is said of its tool. */
  readonly isHarmless: boolean;
}

const noPreset: CallPreset = { title: t('Call it'), fixed: {}, isHarmless: false };

export function ToolCall({ tool, definition, preset = noPreset }: ToolCallProps) {
  const schema = isRecord(definition['inputSchema']) ? definition['inputSchema'] : {};
  const draftId = preset === noPreset ? tool.id : `${tool.id} preset`;
  const [draft, setDraft] = useState(() => keptDraft(draftId, schema));
  const sent = useToolCall(tool.id, preset.isHarmless);
  const change = (next: CallDraft) => {
    setDraft(next);
    keepDraft(draftId, schema, next);
  };
  return (
    <>
      <PaneHead title={preset.title} note={t('as you, in the trace like any other call')}>
        <Segmented
          label={t('Arguments as')}
          value={draft.json === null ? 'form' : 'json'}
          onChoose={mode => change(mode === 'json' ? asJson(draft) : asForm(draft))}
          choices={[
            { value: 'form', label: t('Form') },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </PaneHead>
      <CallForm {...{ tool, schema, draft, sent, preset }} onChange={change} />
      <Outcome tool={tool} sent={sent} />
    </>
  );
}

interface CallFormProps {
  readonly tool: Tool;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly draft: CallDraft;
  readonly onChange: (draft: CallDraft) => void;
  readonly sent: SentCall;
  readonly preset: CallPreset;
}

function CallForm({ tool, schema, draft, onChange, sent: { state, call, cancel }, preset }: CallFormProps) {
  const [tried, setTried] = useState(false);
  const browser = useBrowserAsked(tool);
  const live = useLive();
  const checked = checkDraft(schema, draft);
  const isBusy = state.kind === 'running' || state.kind === 'asking';
  const send = () => call({ arguments: { ...draft.value, ...preset.fixed }, browserId: browser.chosen });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (live && !isBusy && checked.problems.length === 0 && canBeSent(draft)) send();
  };
  const { tabs } = browser;
  const { problems } = checked;
  return (
    <form className="call-form" aria-label={preset.title} noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
      <BrowserChoice browser={browser} />
      {draft.json === null ? (
        <ArgumentForm {...{ schema, draft, onChange, tabs, problems, tried }} />
      ) : (
        <JsonArguments draft={draft} checked={checked} onChange={onChange} />
      )}
      <Faults checked={checked} tried={tried} draft={draft} busy={isBusy} onCallAnyway={send} />
      <div className="line call-foot">
        <span className="fill subtle">{hintOf(tool)}</span>
        {state.kind === 'running' ? (
          <Button icon={Square} onClick={cancel}>
            {t('Cancel')}
          </Button>
        ) : null}
        <ActButton look="primary" icon={Play} type="submit" disabled={isBusy} shortcut={callKey}>
          {t('Call')}
        </ActButton>
      </div>
    </form>
  );
}

/** What became of the call, or has to be said before it is sent. */
function Outcome({ tool, sent: { state, confirm, cancel } }: { tool: Tool; sent: SentCall }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'asking':
      return <ConfirmCall tool={tool} onConfirm={confirm} onClose={cancel} />;
    case 'running':
      return <Running since={state.since} />;
    case 'failed':
      return (
        <div className="px-4 py-3">
          <Said sentence={state.sentence} />
        </div>
      );
    case 'answered':
      return <CallResult answer={state.answer} />;
  }
}

const callKey = t('Ctrl Enter');

function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

function hintOf({ readOnly, held, on }: Tool): string {
  if (held !== null) return t('It is held back; accept its definition first.');
  if (!on) return t('It is switched off for everybody, you too.');
  return readOnly ? t('Reads only; asks nobody') : t('Where it acts, you are asked before it is sent');
}

interface JsonProps {
  readonly draft: CallDraft;
  readonly checked: Checked;
  readonly onChange: (draft: CallDraft) => void;
}

const mostLines = 20;

function JsonArguments({ draft, checked, onChange }: JsonProps) {
  const text = draft.json ?? '';
  const unread =
    draft.unread === null
      ? null
      : draft.unread === 'syntax'
        ? t('This is no JSON yet; the form keeps what could be read last.')
        : t('Arguments are a JSON object, in braces.');
  return (
    <>
      <textarea
        className="well"
        aria-label={t('Arguments as JSON')}
        aria-invalid={unread !== null}
        rows={Math.min(mostLines, Math.max(5, text.split('\n', mostLines).length))}
        spellCheck={false}
        value={text}
        onChange={event => onChange(withJson(draft, event.target.value))}
      />
      <Said sentence={unread} />
      {unread === null ? (
        <ul className="grid gap-1" aria-label={t('What is wrong')}>
          {checked.problems.map((problem, at) => (
            <li key={at} className="said">
              {problemSentence(problem)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

interface FaultsProps {
  readonly checked: Checked;
  readonly tried: boolean;
  readonly draft: CallDraft;
  readonly busy: boolean;
  readonly onCallAnyway: () => void;
}

/** The tool has the last word on its arguments, so that whoever wants its own answer can have it. */
function Faults({ checked, tried, draft, busy, onCallAnyway }: FaultsProps) {
  const count = checked.problems.length;
  if (count === 0 || !tried) {
    return checked.whole ? null : (
      <p className="hint form-note">{t('Not all of it can be checked here; its server checks the rest.')}</p>
    );
  }
  return (
    <div className="line form-note" role="alert">
      <span className="fill text-crashed">
        {t('{count, plural, one {# argument is} other {# arguments are}} not as the tool asks.', { count })}
      </span>
      {canBeSent(draft) ? (
        <ActButton size="small" disabled={busy} onClick={onCallAnyway}>
          {t('Call anyway')}
        </ActButton>
      ) : null}
    </div>
  );
}
