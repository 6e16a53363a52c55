// A link in a text from outside: its address is shown whole before anything is opened.
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cutEnd, visibleText } from '../../contract/visible-text.ts';
import { errorSentence } from '../link/panel-error.ts';
import { hostOf, mayOpen } from '../words/address-words.ts';
import { t } from '../words/language.ts';
import { ActButton, Button } from './button.tsx';
import { CommandLine } from './copy.tsx';
import { usePanelParts, useSnapshot } from './panel-context.tsx';
import { Said, Sheet } from './sheet.tsx';

/** More of it tells nobody where it leads. */
const longest = 2000;

export function ForeignLink({ address, children }: { address: string; children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  if (!mayOpen(address) || address.length > longest)
    return <bdi title={address === '' ? undefined : visibleText(cutEnd(address, 200))}>{children}</bdi>;
  return (
    <>
      <button type="button" className="link" title={visibleText(address)} onClick={() => setOpen(true)}>
        <bdi>{children}</bdi>
      </button>
      {open ? <LinkSheet address={address} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function LinkSheet({ address, onClose }: { address: string; onClose: () => void }) {
  const [said, setSaid] = useState<string | null>(null);
  return (
    <Sheet
      title={t('Open {host}', { host: visibleText(hostOf(address)) })}
      text={t(
        'The text comes from outside. Whoever wrote it learns that you opened the address, and all that stands in it.',
      )}
      open
      onClose={onClose}
      footer={
        <>
          <OpenAddress address={address} onTrouble={setSaid} onOpened={onClose} />
          <Button look="ghost" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <CommandLine text={address} what={t('address')} />
      <Said sentence={said} />
    </Sheet>
  );
}

interface OpenProps {
  readonly address: string;
  readonly onTrouble: (sentence: string) => void;
  readonly onOpened: () => void;
}

/** The desktop opens it in the user's own browser; a panel that is in a browser already opens it beside itself. */
function OpenAddress({ address, onTrouble, onOpened }: OpenProps) {
  const { link } = usePanelParts();
  if (useSnapshot().hub.shell === 'headless')
    return (
      <a className="button primary" href={address} target="_blank" rel="noopener noreferrer" onClick={onOpened}>
        <ExternalLink className="icon" aria-hidden="true" />
        {t('Open it in a new tab')}
      </a>
    );
  const open = () =>
    link.request('links:open', { address }).then(onOpened, (error: unknown) => onTrouble(errorSentence(error)));
  return (
    <ActButton look="primary" icon={ExternalLink} onClick={() => void open()}>
      {t('Open in the browser')}
    </ActButton>
  );
}
