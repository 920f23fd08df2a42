import { byName } from '#kit/fields/by-name.ts';
import { type CampoConfiguravel, camposConfiguraveis } from './configuraveis.ts';
import { talentos } from './talentos.registry.ts';

const { fields } = talentos;

const rotuloDe = (campo: CampoConfiguravel): string =>
  campo === 'cargoExperiencia' ? `${fields.experiencias.label}: ${fields.experiencias.fields.cargo.label}` : fields[campo].label;

/** Fields that the installation may make required, with the labels of the talent's form. */
export const rotulosConfiguraveis: Readonly<Record<CampoConfiguravel, string>> = byName(camposConfiguraveis, rotuloDe);
