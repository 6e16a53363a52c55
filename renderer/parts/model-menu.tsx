// A button that opens the list of a provider's models, one of which is chosen.
import { Ellipsis } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Foreign } from './foreign.tsx';

interface ModelMenuProps {
  readonly label: string;
  readonly models: readonly string[];
  readonly onChoose: (model: string) => void;
}

export function ModelMenu({ label, models, onChoose }: ModelMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button look="ghost" size="small" icon={Ellipsis} aria-label={label} title={label} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu model-menu" align="end" sideOffset={4} aria-label={label}>
          {models.map(model => (
            <button
              key={model}
              type="button"
              onClick={() => {
                setOpen(false);
                onChoose(model);
              }}
            >
              <Foreign text={model} max={60} />
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
