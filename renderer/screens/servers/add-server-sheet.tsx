// "Add a server": a name and a command line, or a pasted mcpServers JSON. Nothing runs before it is approved.
import { useState, type FormEvent } from 'react';

import { goTo } from '../../frame/route.ts';
import { errorSentence } from '../../link/panel-error.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choices.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';

type Kind = 'command' | 'json';
const formId = 'add-server';

export function AddServerSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { link } = usePanelParts();
  const [kind, setKind] = useState<Kind>('command');
  const [name, setName] = useState('');
  const [commandLine, setCommandLine] = useState('');
  const [text, setText] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { serverIds } = await link.request(
        'servers:add',
        kind === 'command' ? { kind, name, commandLine } : { kind, text },
      );
      setSaid(null);
      setName('');
      setCommandLine('');
      setText('');
      goTo('servers', serverIds[0]);
    } catch (error) {
      setSaid(errorSentence(error));
    } finally {
      setBusy(false);
    }
  };
  const complete = kind === 'command' ? name.trim() !== '' && commandLine.trim() !== '' : text.trim() !== '';
  return (
    <Sheet
      title="Add a server"
      text="Nothing runs before you have seen the full command and approved it."
      open={open}
      onClose={onClose}
      footer={
        <>
          <ActButton
            look="primary"
            type="submit"
            form={formId}
            disabled={!complete || busy}
            title={complete ? undefined : 'Fill in the fields above'}
          >
            Add
          </ActButton>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="justify-self-start">
        <Segmented
          label="What you have"
          value={kind}
          onChoose={setKind}
          choices={[
            { value: 'command', label: 'Name and command' },
            { value: 'json', label: 'mcpServers JSON' },
          ]}
        />
      </div>
      <form id={formId} className="grid gap-3" onSubmit={event => void add(event)}>
        {kind === 'command' ? (
          <>
            <Line label="Name" value={name} onChange={setName} placeholder="everything" first />
            <Line
              label="Command line"
              value={commandLine}
              onChange={setCommandLine}
              placeholder="npx -y @modelcontextprotocol/server-everything"
              mono
            />
          </>
        ) : (
          <label>
            <span>mcpServers JSON</span>
            <textarea
              className="well"
              rows={9}
              spellCheck={false}
              value={text}
              placeholder={'{ "mcpServers": { "everything": { "command": "npx", "args": ["-y", "…"] } } }'}
              onChange={event => setText(event.target.value)}
            />
          </label>
        )}
        <Said sentence={said} />
      </form>
    </Sheet>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly mono?: boolean;
  /** Has focus when the dialog opens. */
  readonly first?: boolean;
}

function Line({ label, value, onChange, placeholder, mono, first }: LineProps) {
  return (
    <label>
      <span>{label}</span>
      <span className={`field ${mono ? 'mono' : ''}`}>
        <input
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          data-first={first}
        />
      </span>
    </label>
  );
}
