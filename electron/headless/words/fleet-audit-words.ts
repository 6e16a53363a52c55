// What `pilothouse fleet audit` and its neighbours say.
export interface FleetAuditWords {
  readonly noMoment: (found: string) => string;
  readonly noDays: (found: string) => string;
  /** 0: without end. */
  readonly fleetTrace: (trace: string) => string;
  readonly fleetNoTrace: (trace: string) => string;
  readonly fleetKept: (auditDays: number, traceDays: number) => string;
}
