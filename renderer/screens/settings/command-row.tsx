// The command `pilothouse` in the user's PATH: whether it is there, and the button that puts it there or takes it out.
import { Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import { SettingRow } from './setting-row.tsx';
import type { InstalledCommand } from '../../../contract/schemas/command-requests.ts';

export function CommandRow() {
  const act = useAct();
  const live = useLive();
  const [answer, setAnswer] = useAnswer('command', link => link.request('command:state', {}));
  if (!answer) return null;
  const { command } = answer;
  const isThere = command.state.kind === 'installed';
  const press = async () => {
    const next = await act(isThere ? 'command:remove' : 'command:install', {});
    if (next) setAnswer(next);
  };
  return (
    <SettingRow label={t('The command pilothouse in terminals')} note={<Note command={command} />}>
      {command.state.kind === 'foreign' ? null : (
        <Button disabled={!live} onClick={() => void press()}>
          {isThere ? t('Take it out') : t('Install the command')}
        </Button>
      )}
    </SettingRow>
  );
}

function Note({ command: { file, state, toAdd } }: { command: InstalledCommand }) {
  const values = { file: <Foreign className="mono" text={file} max={120} middle /> };
  if (state.kind === 'none') return <Say text="{file} would be made" values={values} />;
  if (state.kind === 'foreign') return <Say text="{file} is of another program, and is left alone" values={values} />;
  if (toAdd === null) return <Say text="{file} is in your PATH" values={values} />;
  const line = <Foreign className="mono" text={toAdd.line} />;
  if (toAdd.to === null)
    return (
      <Say
        text="{file} is there, and its folder is not in your PATH; run this in PowerShell: {line}"
        values={{ ...values, line }}
      />
    );
  const to = <Foreign className="mono" text={toAdd.to} />;
  return (
    <Say
      text="{file} is there, and its folder is not in your PATH; add this line to {to}: {line}"
      values={{ ...values, line, to }}
    />
  );
}
