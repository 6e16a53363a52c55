// A test of a provider's model: one short answer and one tool call, watched while it is written.
import { useEffect, useState } from 'react';
import { useLive, usePanelParts } from '../../../parts/panel-context.tsx';
import { useAnswer } from '../../../parts/use-request.ts';
import { useSending } from '../../../parts/use-sending.ts';
import { isReady } from '../../../store/models.ts';
import { t } from '../../../words/language.ts';
import type { ModelProvider, ModelTest } from '../../../../contract/schemas/models.ts';

const firstQuestion = t('Which day is it? Use the tool.');

export interface ModelTesting {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Whether it can be asked now. */
  readonly canRun: boolean;
  readonly busy: boolean;
  /** What it has written so far. */
  readonly written: string;
  readonly said: string | null;
  readonly last: ModelTest | null;
  readonly run: () => void;
  readonly stop: () => void;
}

/** Tests of a page before a reload may still be under way, so the time is part of the id too. */
let lastTest = 0;

export function useModelTest(provider: ModelProvider): ModelTesting {
  const { id: providerId } = provider;
  const { link } = usePanelParts();
  const live = useLive();
  const [text, setText] = useState(firstQuestion);
  const [testId, setTestId] = useState<string | null>(null);
  const [tests, setTests] = useAnswer(`tests ${providerId}`, async from => {
    const answer = await from.request('models:tests', { providerId });
    return answer.tests;
  });
  const { said, busy, send } = useSending();
  const written = useWritten(testId);
  const canRun = live && !busy && isReady(provider) && text.trim() !== '';
  const run = async () => {
    lastTest += 1;
    const own = `${Date.now()} ${lastTest}`;
    setTestId(own);
    const answer = await send(() => link.request('models:test', { providerId, testId: own, text: text.trim() }));
    if (answer) setTests([answer.test]);
  };
  const stop = () => {
    // A line that is lost ends the test too, and says so itself.
    if (testId !== null) link.request('models:stop-test', { testId }).catch(() => {});
  };
  return { text, setText, canRun, busy, written, said, last: newest(tests ?? []), run: () => void run(), stop };
}

function newest(tests: readonly ModelTest[]): ModelTest | null {
  return tests.toSorted((a, b) => b.at - a.at)[0] ?? null;
}

/** The text of that test as it comes. */
function useWritten(testId: string | null): string {
  const { link } = usePanelParts();
  const [written, setWritten] = useState({ testId, text: '' });
  useEffect(
    () =>
      link.onEvent(event => {
        if (event.event !== 'models:tested' || event.data.testId !== testId) return;
        const { piece } = event.data;
        if (piece.kind !== 'text') return;
        setWritten(before => ({ testId, text: before.testId === testId ? before.text + piece.text : piece.text }));
      }),
    [link, testId],
  );
  return written.testId === testId ? written.text : '';
}
