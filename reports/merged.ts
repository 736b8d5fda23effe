/** What a blob of Playwright says of the run that wrote it, so that `merge-reports` takes no run for another one. */
import { concealingFor, type Settings } from '../schemas/contract.ts';

/** Part of Playwright's metadata, which is in every blob; without secrets. */
export interface About {
  target: { name: string; baseUrl: string };
  groups: readonly string[];
  seed: number;
}

const KEY = 'goalConformance';

const aboutOf = (settings: Settings): About => {
  const { targetName, baseUrl, bundled, groups, seed } = settings;
  const conceal = concealingFor(settings);
  const address = bundled || baseUrl === undefined ? 'bundled' : conceal(baseUrl);
  return { target: { name: conceal(targetName), baseUrl: address }, groups, seed };
};

/** Metadata for Playwright's configuration. */
export const metadataOf = (settings: Settings): Record<string, About> => ({ [KEY]: aboutOf(settings) });

/**
 * The settings of the run whose blobs are merged.
 * @returns the settings with the seed of that run, and why the settings here are not its own, if they are not
 */
export function mergedSettings(
  settings: Settings,
  metadata: Readonly<Record<string, unknown>>,
): { settings: Settings; error?: string } {
  const about = metadata[KEY] as About | undefined;
  if (about === undefined)
    return { settings, error: 'the blobs are of another suite. Give those of one run of this one.' };
  const here = aboutOf(settings);
  const words = ({ target, groups }: About) => `${target.name} (${target.baseUrl}), ${groups.join(', ')}`;
  return {
    settings: { ...settings, seed: about.seed },
    ...(words(about) !== words(here) && {
      error: `the blobs are of ${words(about)}, and the settings here name ${words(here)}. Set what the run had: BASE_URL, TARGET_NAME and OPERATION_GROUPS.`,
    }),
  };
}
