// What a manifest of deploy/ may be, by its kind, as the types have it that are made from Kubernetes' own description of its API.
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IStatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { IService } from 'kubernetes-models/v1/Service';

export type KubernetesObject =
  | IConfigMap
  | ISecret
  | IService
  | IDeployment
  | IStatefulSet
  | INetworkPolicy
  | IPodDisruptionBudget
  | IHorizontalPodAutoscaler;
