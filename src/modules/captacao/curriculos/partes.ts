import { dentro, limpo, type Parte, pedacos, raso } from './folha.ts';
import { periodosDe } from './periodo.ts';

/** Positions, by their first words. */
export const CARGO =
  /^(?:(?:ex-?|sub)?(?:analista|auxiliar|assistente|ajudante|agente|atendente|aprendiz|jovem aprendiz|menor aprendiz|almoxarife|arquitet[ao]|acougueir[ao]|advogad[ao]|administrador[a]?|assessor[a]?|babá|baba|balconista|barman|bibliotecari[ao]|bombeir[ao]|caixa|caldeireir[ao]|camareir[ao]|carpinteiro|carteiro|chefe|chef|comprador[a]?|conferente|consultor[a]?|contador[a]?|coordenador[a]?|copeir[ao]|corretor[a]?|costureir[ao]|cozinheir[ao]|cuidador[a]?|dentista|desenhista|desenvolvedor[a]?|designer|diretor[a]?|editor[a]?|eletricista|eletrotecnico|encanador|encarregad[ao]|enfermeir[ao]|engenheir[ao]|entregador[a]?|estagiari[ao]|estagio|estoquista|executiv[ao]|farmaceutic[ao]|faxineir[ao]|ferramenteiro|fiscal|fisioterapeuta|fonoaudiolog[ao]|fotograf[ao]|frentista|garcom|garconete|gerente|gestor[a]?|head|inspetor[a]?|instrutor[a]?|jardineiro|jornalista|lavador[a]?|lider|manobrista|marceneiro|mecanic[ao]|medic[ao]|mestre de obras|montador[a]?|motoboy|motorista|nutricionista|oficial|operador[a]?|orientador[a]?|padeir[ao]|pedagog[ao]|pedreiro|pintor[a]?|porteir[ao]|preparador[a]?|produtor[a]?|professor[a]?|programador[a]?|projetista|promotor[a]?|psicolog[ao]|quimic[ao]|recepcionista|repositor[a]?|representante|secretari[ao]|seguranca patrimonial|servente|serralheiro|soldador[a]?|supervisor[a]?|tecnic[ao]|tecnolog[ao]|telefonista|torneiro|trainee|tratorista|vendedor[a]?|veterinari[ao]|vigia|vigilante|zelador[a]?))\b/;

const ROTULO =
  /^\W*(?:curso|formacao|nivel|grau|instituicao(?: de ensino)?|escola|faculdade|universidade|empresa|cargo|funcao|ocupacao|local)\s*(?::|\s[-–])\s*/;
export const CONCLUSAO =
  /\b(?:conclu(?:sao|ido|ida)|formad[ao]|termino|previsao(?: de conclusao)?)\D{0,14}(?:(\d{1,2})\/)?((?:19|20)\d{2})\b/;

const UF = 'A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO';
/** A town after the name of a company or a school. */
const CIDADE = new RegExp(`\\s*[,–-]\\s*\\p{Lu}[\\p{L}.' ]{1,40}\\s?[-–/,]\\s?(?:${UF})\\s*$`, 'u');

/** The pieces of a line, without labels, towns, periods and what stands in brackets. */
export function partesDe(linha: Parte, hoje: string): Parte[] {
  const rotulo = ROTULO.exec(linha.raso)?.[0].length ?? 0;
  let nua = '|'.repeat(rotulo) + linha.texto.slice(rotulo);
  const apaga = (inicio: number, fim: number) => {
    nua = nua.slice(0, inicio) + '|'.repeat(fim - inicio) + nua.slice(fim);
  };
  for (const { inicio, fim } of periodosDe(linha.raso, hoje)) apaga(inicio, fim);
  for (const { 0: inteiro, index } of nua.matchAll(/[([][^()[\]]*[)\]]/g)) apaga(index, index + inteiro.length);
  const conclusao = CONCLUSAO.exec(linha.raso);
  if (conclusao) apaga(conclusao.index, conclusao.index + conclusao[0].length);
  const lugar = CIDADE.exec(nua);
  if (lugar) apaga(lugar.index, lugar.index + lugar[0].length);
  for (const { 0: inteiro, index } of nua.matchAll(/\b(?:19|20)\d{2}\b/g)) apaga(index, index + inteiro.length);
  return pedacos({ ...linha, texto: nua, raso: raso(nua) }).map((um) => {
    const rotulo = ROTULO.exec(um.raso)?.[0].length ?? 0;
    return limpo(dentro(um, rotulo, um.texto.length));
  });
}
