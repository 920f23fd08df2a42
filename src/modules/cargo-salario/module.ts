import { defineModule } from '#kit/module/module.ts';
import { areasOrganizacionais } from './areas-organizacionais/areas-organizacionais.registry.ts';
import { cargos } from './cargos/cargos.registry.ts';
import { atitudes, conhecimentos, habilidades } from './competencias.ts';
import { faixasSalariais } from './faixas-salariais/faixas-salariais.registry.ts';
import { gruposOcupacionais } from './grupos-ocupacionais.registry.ts';
import { indices } from './indices/indices.registry.ts';
import { cargosDetalhado, cargosResumido } from './relatorios/cargos.report.ts';
import { talentosAreasOrganizacionais } from './relatorios/talentos-areas-organizacionais.report.ts';

export const cargoSalario = defineModule({
  id: 'cargo-salario',
  title: 'Cargos e Salários',
  registries: [areasOrganizacionais, gruposOcupacionais, cargos, faixasSalariais, indices, conhecimentos, habilidades, atitudes],
  reports: [cargosDetalhado, cargosResumido, talentosAreasOrganizacionais],
  screens: [{ path: 'organograma', title: 'Organograma', authority: 'ROLE_CAD_AREA_ORGANIZACIONAL' }],
});
