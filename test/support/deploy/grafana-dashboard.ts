// A dashboard as Grafana's own generated types have it, in the form in which it stands in JSON: with the kinds of panels that ours uses, and no others.
import type { FieldConfig, GraphFieldConfig, VariableModel } from '@grafana/schema';
import type { Options as StatOptions } from '@grafana/schema/dist/types/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen.d.ts';
import type { Options as TimeSeriesOptions } from '@grafana/schema/dist/types/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen.d.ts';
import type {
  Dashboard,
  FieldConfigSource,
  Panel,
  RowPanel,
} from '@grafana/schema/dist/types/raw/dashboard/x/dashboard_types.gen.d.ts';

/** A name of an enum is not assignable to it in TypeScript, and stands in JSON as nothing but its text. */
type Json<T> = T extends string ? `${T}` : T extends object ? { [Name in keyof T]: Json<T[Name]> } : T;

/** Grafana leaves queries to the source that they are for; its package has no type of Prometheus's, so these are the members that ours use. */
interface Query {
  refId: string;
  datasource: { type: 'prometheus'; uid: string };
  expr: string;
  legendFormat: string;
  editorMode: 'code' | 'builder';
  range?: boolean;
  instant?: boolean;
}

/** The general panel takes any options; those of a kind have their own type. */
interface PanelOf<Kind extends string, Options, Custom>
  extends Omit<Panel, 'fieldConfig' | 'options' | 'targets' | 'type'> {
  type: Kind;
  options: Options;
  fieldConfig: Omit<FieldConfigSource, 'defaults'> & { defaults: Omit<FieldConfig, 'custom'> & { custom?: Custom } };
  targets: Query[];
}

type KnownPanel =
  | RowPanel
  | PanelOf<'stat', StatOptions, never>
  | PanelOf<'timeseries', TimeSeriesOptions, GraphFieldConfig>;

export type GrafanaDashboard = Json<
  Omit<Dashboard, 'panels' | 'templating'> & { panels: KnownPanel[]; templating: { list: VariableModel[] } }
>;
