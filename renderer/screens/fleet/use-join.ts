// What the join sheet does: tries each step, makes what the server lacks, joins; and where in the form it is said what went wrong.
import { useEffect, useRef, useState } from 'react';
import { PanelError } from '../../link/panel-error.ts';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { useSending } from '../../parts/use-sending.ts';
import { emptyJoin, hasPlace, initRequest, type JoinForm, joinFaults, joinRequest } from './join-form.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetTried } from '../../../contract/schemas/fleet-requests.ts';
import type { PanelParams } from '../../../contract/schemas/panel-requests.ts';
import type { Link } from '../../link/link.ts';

export type JoinChange = (change: Partial<JoinForm>) => void;

export function useJoin(fleet: FleetState | null, onDone: () => void) {
  const { link } = usePanelParts();
  const atHand = useRequest('at-hand', line => line.request('fleet:at-hand', {}));
  const [typed, setForm] = useState(() => emptyJoin(fleet));
  const [tried, setTried] = useState<FleetTried | null>(null);
  const [refused, setRefused] = useState<Reason | null>(null);
  const { said, busy, send } = useSending();
  const form = { ...typed, name: typed.name ?? (atHand.kind === 'there' ? atHand.value.name : '') };
  const request = joinRequest(form, fleet);
  const faults = joinFaults(form, [refused, ...(tried?.trials ?? []).map(({ reason }) => reason)]);
  const change: JoinChange = changed => {
    setTried(null);
    setRefused(null);
    setForm(before => ({ ...before, ...changed }));
  };
  const { tryNow, join, init } = deeds(link, request, { setTried, setRefused, onDone });
  const fields = useFirstFault(tried, refused);
  return {
    ...{ form, change, faults, tried, said, busy, request, fields },
    tryIt: () => void send(tryNow),
    join: () => void send(join),
    init: () => void send(init),
  };
}

interface Told {
  readonly setTried: (tried: FleetTried) => void;
  readonly setRefused: (reason: Reason | null) => void;
  readonly onDone: () => void;
}

/** What can be asked of the hub with what is filled in; nothing while that is no request yet. */
function deeds(link: Link, request: PanelParams<'fleet:join'> | null, { setTried, setRefused, onDone }: Told) {
  const tryNow = async () => {
    if (request) setTried(await link.request('fleet:try', request));
  };
  const join = async () => {
    setRefused(null);
    if (!request) return;
    try {
      await link.request('fleet:join', request);
      onDone();
    } catch (error) {
      const reason = error instanceof PanelError ? error.reason : undefined;
      if (!reason || !hasPlace(reason)) throw error;
      setRefused(reason);
      await tryNow();
    }
  };
  const init = async () => {
    if (request) await link.request('fleet:init', initRequest(request));
    setRefused(null);
    await tryNow();
  };
  return { tryNow, join, init };
}

/** The first field that something is wrong with gets the focus once that is told. */
function useFirstFault(tried: FleetTried | null, refused: Reason | null) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tried === null && refused === null) return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried, refused]);
  return fields;
}
