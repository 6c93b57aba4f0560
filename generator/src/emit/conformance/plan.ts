import type { JsonValue, Profile, Recipe } from '../../model/index.js';
import { substitute } from '../adapter/recipe-request.js';
import { claimedTokens, own, requiredTokens, sorted } from './capability-tokens.js';

/** Where the run of a plan leaves its results; the plan only hands the paths on. */
export interface PlanArtifacts {
  readonly results_path: string;
  readonly evidence_dir: string;
}

/** `selected` is carried out; `not_claimed` is told and no failure; `informational` is told and not carried out. */
export type Selection = 'selected' | 'not_claimed' | 'informational';

export interface PlanCase {
  readonly id: string;
  readonly operation: string;
  readonly status: Recipe['status'];
  readonly required_capabilities: readonly string[];
  readonly request: JsonValue;
  readonly expect: JsonValue;
}

export interface PlanFeature {
  readonly feature: string;
  readonly required_capabilities: readonly string[];
  readonly summary: Readonly<Record<`${Selection}_cases`, number>>;
  readonly statuses: Readonly<Record<`${Recipe['status']}_cases`, number>>;
  readonly case_ids: readonly string[];
}

/** An execution plan in the form of the NNRP conformance suite. */
export interface ExecutionPlan {
  readonly profile: string;
  readonly schema_version: string;
  readonly adapter: string;
  readonly artifacts: PlanArtifacts;
  readonly coverage_matrix: readonly PlanFeature[];
  readonly cases: readonly PlanCase[];
}

/**
 * The plan of an adapter: of all recipes those that its capability document claims, with parameters filled in. A
 * mandatory or optional recipe is selected when everything that it requires is claimed; an experimental or deprecated
 * one never is.
 *
 * @param document a capability document that its type admits
 */
export function executionPlan(
  profile: Profile,
  document: JsonValue,
  artifacts: PlanArtifacts,
): ExecutionPlan {
  const claimed = claimedTokens(document);
  const cases = profile.recipes.filter((recipe) => selectionOf(recipe, claimed) === 'selected').map(planCase);
  return {
    profile: textOf(document, 'profile'),
    schema_version: textOf(document, 'schema_version'),
    adapter: textOf(document, 'adapter'),
    artifacts,
    coverage_matrix: coverageMatrix(profile.recipes, claimed),
    cases,
  };
}

export function selectionOf(recipe: Recipe, claimed: ReadonlySet<string>): Selection {
  if (recipe.status === 'experimental' || recipe.status === 'deprecated') return 'informational';
  return requiredTokens(recipe).every((token) => claimed.has(token)) ? 'selected' : 'not_claimed';
}

function planCase(recipe: Recipe): PlanCase {
  const { id, operation, status, parameters } = recipe;
  return {
    id,
    operation,
    status,
    required_capabilities: requiredTokens(recipe),
    request: substitute(recipe.request, parameters),
    expect: substitute(recipe.expect, parameters),
  };
}

/** One entry for each operation that recipes are about, also those that are not claimed. */
function coverageMatrix(recipes: readonly Recipe[], claimed: ReadonlySet<string>): readonly PlanFeature[] {
  return sorted(recipes.map(({ operation }) => operation)).map((feature) => {
    const own = recipes.filter(({ operation }) => operation === feature);
    const selected = (selection: Selection): number =>
      own.filter((recipe) => selectionOf(recipe, claimed) === selection).length;
    const ofStatus = (status: Recipe['status']): number =>
      own.filter((recipe) => recipe.status === status).length;
    return {
      feature,
      required_capabilities: sorted(own.flatMap(requiredTokens)),
      summary: {
        selected_cases: selected('selected'),
        not_claimed_cases: selected('not_claimed'),
        informational_cases: selected('informational'),
      },
      statuses: {
        mandatory_cases: ofStatus('mandatory'),
        optional_cases: ofStatus('optional'),
        experimental_cases: ofStatus('experimental'),
        deprecated_cases: ofStatus('deprecated'),
      },
      case_ids: sorted(own.map(({ id }) => id)),
    };
  });
}

function textOf(document: JsonValue, name: string): string {
  const text = own(document, name);
  return typeof text === 'string' ? text : '';
}
