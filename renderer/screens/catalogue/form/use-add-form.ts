// What is typed before an install begins, and its beginning. The proposal of the hub stands in it until it is changed.
import { useState } from 'react';
import { installPath } from '../../../frame/catalogue-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { type WallsForm, wallsForm, wallsOf, wallsTrouble } from '../../../parts/walls-form.ts';
import { firstTrouble, firstValues, sentValues } from './field-values.ts';
import type { EntryRow, FieldValues } from '../../../../contract/schemas/catalogue.ts';
import type { InstallSource } from '../../../../contract/schemas/install-requests.ts';
import type { Plan } from '../entry/use-entry.ts';

export interface AddForm {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly values: FieldValues;
  readonly setValues: (values: FieldValues) => void;
  readonly walls: WallsForm;
  readonly setWalls: (walls: WallsForm) => void;
  /** One sentence about what cannot be sent as it is; null where all can. */
  readonly trouble: string | null;
  readonly said: string | null;
  readonly busy: boolean;
  readonly begin: () => Promise<void>;
}

/** `resembles` is the look-alike that the user was shown and has answered for. */
export function useAddForm(from: InstallSource, plan: Plan, resembles: EntryRow['lookAlike']): AddForm {
  const { link } = usePanelParts();
  const [name, setName] = useState(plan.name);
  const [values, setValues] = useState(() => firstValues(plan.fields));
  const [walls, setWalls] = useState(() => wallsForm(plan.walls));
  const [isWallsChanged, setWallsChanged] = useState(false);
  const { said, busy, send } = useSending();
  const trouble = firstTrouble(plan.fields, values) ?? wallsTrouble(walls);
  const begin = async () => {
    const answer = await send(() =>
      link.request('installs:begin', {
        from,
        name: name.trim(),
        values: sentValues(plan.fields, values),
        // What was left as proposed grows with what is filled in.
        ...(isWallsChanged && { walls: wallsOf(walls) }),
        ...(resembles && { resembles: resembles.name }),
      }),
    );
    if (answer) goTo('catalogue', installPath(answer.serverId));
  };
  const changeWalls = (next: WallsForm) => {
    setWalls(next);
    setWallsChanged(true);
  };
  return { name, setName, values, setValues, walls, setWalls: changeWalls, trouble, said, busy, begin };
}
