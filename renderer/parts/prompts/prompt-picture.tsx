// What the page showed when the question was asked, with what the call would act on marked. Its place is kept, so that the answers never move.
import { useEffect, useState } from 'react';
import { pictureWords } from '../../words/description-words.ts';
import { t } from '../../words/language.ts';
import { useLive, usePanelParts } from '../panel-context.tsx';
import type { CallDescription, Prompt } from '../../../contract/schemas/permissions.ts';

const base64 = /^[A-Za-z0-9+/]+=*$/;

interface PromptPictureProps {
  readonly prompt: Prompt;
  readonly description: CallDescription;
}

export function PromptPicture({ prompt: { id, call }, description }: PromptPictureProps) {
  const data = usePicture(id, call);
  return (
    <div className="prompt-picture">
      {data === null ? null : data === '' ? (
        <span className="subtle">{t('The picture is not kept any more')}</span>
      ) : (
        <img src={`data:image/jpeg;base64,${data}`} alt={pictureWords(description)} draggable={false} />
      )}
    </div>
  );
}

/** Null until it is here; '' where there is none any more. */
function usePicture(promptId: string, call: string): string | null {
  const { link } = usePanelParts();
  const live = useLive();
  const [data, setData] = useState<string | null>(null);
  const isMissing = data === null;
  useEffect(() => {
    if (!live || !isMissing) return;
    let isWanted = true;
    const take = (picture: string | null) => {
      if (isWanted) setData(picture !== null && base64.test(picture) ? picture : '');
    };
    link.request('prompts:picture', { promptId, call }).then(
      answer => take(answer.data),
      () => take(null),
    );
    return () => {
      isWanted = false;
    };
  }, [live, isMissing, link, promptId, call]);
  return data;
}
