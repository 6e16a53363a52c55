// Opens a bundle that was dropped or picked: it is sent to the hub, which judges it, and then shown in the catalogue.
import { useCallback, useState } from 'react';
import { bundlePath } from '../../frame/catalogue-paths.ts';
import { goTo } from '../../frame/route.ts';
import { errorSentence } from '../../link/panel-error.ts';
import { addNotice } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { usePanelParts } from '../panel-context.tsx';
import { isBundleName, sendBundle } from './send-bundle.ts';

export interface OpenBundle {
  /** How much has gone, from 0 to 1; null while nothing is sent. */
  readonly share: number | null;
  readonly open: (file: File) => void;
}

export function useOpenBundle(): OpenBundle {
  const { link, store } = usePanelParts();
  const [share, setShare] = useState<number | null>(null);
  const open = useCallback(
    (file: File) => {
      if (!isBundleName(file.name)) {
        addNotice(
          store,
          'error',
          t('{name} is no bundle; its name has to end with .mcpb or .dxt.', { name: file.name }),
        );
        return;
      }
      setShare(0);
      sendBundle(link, file, setShare).then(
        ({ bundleId }) => {
          setShare(null);
          goTo('catalogue', bundlePath(bundleId));
        },
        (error: unknown) => {
          setShare(null);
          addNotice(store, 'error', errorSentence(error));
        },
      );
    },
    [link, store],
  );
  return { share, open };
}
