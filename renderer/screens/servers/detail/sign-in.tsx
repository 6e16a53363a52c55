// Signs in to a remote server: its address is shown before the user's browser opens it.
import { ExternalLink, LogIn, LogOut } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { errorSentence } from '../../../link/panel-error.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { CommandLine } from '../../../parts/copy.tsx';
import { useAct, usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { hostOf, mayOpen } from '../../../words/address-words.ts';
import { t } from '../../../words/language.ts';
import { AccountClient } from './account-client.tsx';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function SignIn({ server }: { server: Server }) {
  const [open, setOpen] = useState(false);
  const { url, said, setSaid, ask } = useAddress(server.id);
  const begin = () => {
    setOpen(true);
    void ask();
  };
  const waiting = open && server.state.kind === 'unauthorized';
  return (
    <>
      <ActButton icon={LogIn} look="primary" onClick={begin}>
        {t('Sign in')}
      </ActButton>
      <Sheet
        title={t('Sign in to {name}', { name: visibleText(server.name) })}
        text={
          url === null
            ? t('The server is asked where you sign in.')
            : t('You sign in at {host}, in your browser; it comes back here by itself.', {
                host: visibleText(hostOf(url)),
              })
        }
        open={waiting}
        onClose={() => setOpen(false)}
        footer={
          <>
            {url === null ? null : <OpenAddress serverId={server.id} url={url} onTrouble={setSaid} />}
            <Button look="ghost" onClick={() => setOpen(false)}>
              {t('Close')}
            </Button>
          </>
        }
      >
        {url === null && said === null ? <span className="ghost-bar" /> : null}
        {url === null ? null : <CommandLine text={url} what={t('address')} />}
        <Refused server={server} said={said} onKept={() => void ask()} />
      </Sheet>
    </>
  );
}

/** Why the hub has not begun it, and a way on where only a client is missing. */
function Refused({ server, said, onKept }: { server: Server; said: string | null; onKept: () => void }) {
  const { account } = server.options;
  return (
    <>
      <Said sentence={said} />
      {account === undefined || said === null ? null : <AccountClient provider={account.provider} onKept={onKept} />}
    </>
  );
}

/** Where the user signs in, once the server has said so. */
function useAddress(serverId: string) {
  const { link } = usePanelParts();
  const [url, setUrl] = useState<string | null>(null);
  const { said, setSaid, send } = useSending();
  const ask = () => {
    setUrl(null);
    return send(async () => setUrl((await link.request('servers:sign-in', { serverId })).url));
  };
  return { url, said, setSaid, ask };
}

interface OpenProps {
  readonly serverId: string;
  readonly url: string;
  readonly onTrouble: (sentence: string) => void;
}

/** The desktop opens the address in the user's own browser; a panel that is in a browser already opens it beside itself. */
function OpenAddress({ serverId, url, onTrouble }: OpenProps) {
  const { link } = usePanelParts();
  const { shell } = useSnapshot().hub;
  if (shell === 'headless') {
    return mayOpen(url) ? (
      <a className="button primary" href={url} target="_blank" rel="noopener noreferrer">
        <ExternalLink className="icon" aria-hidden="true" />
        {t('Open it in a new tab')}
      </a>
    ) : null;
  }
  const open = () =>
    link.request('servers:open-sign-in', { serverId }).catch((error: unknown) => onTrouble(errorSentence(error)));
  return (
    <ActButton look="primary" icon={ExternalLink} onClick={() => void open()}>
      {t('Open in the browser')}
    </ActButton>
  );
}

export function SignOut({ server }: { server: Server }) {
  const act = useAct();
  return (
    <ConfirmButton
      size="small"
      icon={LogOut}
      label={t('Sign out')}
      title={t('Sign out of {name}', { name: visibleText(server.name) })}
      text={t('It is stopped, and the tokens of its sign-in are forgotten.')}
      onConfirm={() =>
        void act(
          'servers:sign-out',
          { serverId: server.id },
          t('Signed out of {name}.', { name: visibleText(server.name) }),
        )
      }
    />
  );
}
