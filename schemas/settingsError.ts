/** A setting, a fixture or a waiver that cannot be used. Its message names it, what was given and what is allowed. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}
