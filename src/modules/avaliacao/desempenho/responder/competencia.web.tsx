import { IconAlertCircle, IconMessage2, IconPaperclip } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { MAIOR_COMENTARIO } from '#platform/questionario/evaluate.ts';
import form from '#platform/questionario/question-form.module.css';
import { type CompetenciaAvaliada, type CompetenciaPedida, type FolhaPedida, nivelAlcancado, seguemCriterios } from '../folha.ts';
import classes from './avaliar.module.css';
import { Anexos } from './evidencias.web.tsx';
import { usePalavras } from './palavras.web.ts';

interface Props {
  pedida: FolhaPedida;
  /** in which language a text is */
  langDe(texto: string): string;
  competencia: CompetenciaPedida;
  lugar: number;
  dada: CompetenciaAvaliada | undefined;
  falta: string | undefined;
  onAnswer(dada: CompetenciaAvaliada): void;
}

/** One competency: what is expected, the level that is seen, and why. */
export function Competencia({ pedida, langDe, competencia, lugar, dada, falta, onAnswer }: Props) {
  const nome = useId();
  const diz = usePalavras();
  const id = competencia.competencia.id;
  const agora: CompetenciaAvaliada = dada ?? {
    competenciaId: id,
    nivelCompetenciaId: null,
    naoObservada: false,
    criterios: [],
    comentario: null,
    evidencias: [],
  };
  const { evidencias } = agora;
  const [anexa, setAnexa] = useState(false);
  const [comenta, setComenta] = useState(false);
  // As it was when it was opened: a comment that is emptied keeps its field.
  const [comentada] = useState(competencia.solicitarComentario || (agora.comentario ?? '') !== '');
  const answer = (change: Partial<CompetenciaAvaliada>) => onAnswer({ ...agora, ...change });
  const { criteria, comportamentos, competenciaObservacao, nivelExigido } = competencia;
  const porCriterios = pedida.porCriterios && criteria.length > 0;
  const seguem = seguemCriterios(pedida, competencia);
  const marca = (criterios: number[]) =>
    answer({
      criterios,
      naoObservada: false,
      nivelCompetenciaId: nivelAlcancado(pedida, criterios.length, criteria.length)?.id ?? null,
    });
  const alcancado = pedida.niveis.find((nivel) => nivel.id === agora.nivelCompetenciaId);
  return (
    <section
      className={form.question}
      data-item={`competencias.${id}`}
      data-falta={falta !== undefined || undefined}
      tabIndex={-1}
      aria-label={diz.competencia(lugar)}
    >
      <div className={form.asked}>
        <span className={form.place} aria-hidden="true">
          {lugar}
        </span>
        <div>
          <div id={`${nome}-nome`} className={form.text} lang={langDe(competencia.competencia.nome)}>
            {competencia.competencia.nome}
          </div>
          {competenciaObservacao && (
            <p className={form.help} lang={langDe(competenciaObservacao)}>
              {competenciaObservacao}
            </p>
          )}
          {comportamentos.length > 0 && (
            <ul className={classes.expected}>
              {comportamentos.map((um) => (
                <li key={um.id} lang={langDe(um.descricao)}>
                  {um.descricao}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {porCriterios && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would name its inputs by a legend, which cannot stand beside the number
        <div role="group" aria-labelledby={`${nome}-criterios`} className={classes.criteria}>
          <p id={`${nome}-criterios`} className={form.label}>
            {diz.observou}
          </p>
          {criteria.map((criterio) => (
            <label key={criterio.id} className={form.choice}>
              <input
                type="checkbox"
                checked={agora.criterios.includes(criterio.id)}
                onChange={({ target }) =>
                  marca(target.checked ? [...agora.criterios, criterio.id] : agora.criterios.filter((um) => um !== criterio.id))
                }
              />
              <span lang={langDe(criterio.descricao)}>{criterio.descricao}</span>
            </label>
          ))}
        </div>
      )}
      <div
        role="radiogroup"
        aria-labelledby={`${nome}-nome`}
        aria-describedby={falta ? `${nome}-falta` : undefined}
        aria-required="true"
        className={classes.levels}
      >
        {seguem ? (
          <label className={form.choice}>
            <input
              type="radio"
              name={nome}
              checked={!agora.naoObservada && alcancado !== undefined}
              onChange={() => marca(agora.criterios)}
            />
            <span>
              {alcancado && !agora.naoObservada ? diz.alcancado(alcancado.descricao) : diz.nenhumCriterio}
              {nivelExigido && <span className={classes.required}>{` · ${diz.exigido}: ${nivelExigido.descricao}`}</span>}
            </span>
          </label>
        ) : (
          pedida.niveis.map((nivel) => (
            <label key={nivel.id} className={form.choice}>
              <input
                type="radio"
                name={nome}
                checked={!agora.naoObservada && agora.nivelCompetenciaId === nivel.id}
                onChange={() => answer({ nivelCompetenciaId: nivel.id, naoObservada: false })}
              />
              <span>
                <span lang={langDe(nivel.descricao)}>{nivel.descricao}</span>
                {nivelExigido?.id === nivel.id && <span className={classes.required}>{` ${diz.exigido}`}</span>}
              </span>
            </label>
          ))
        )}
        <label className={`${form.choice} ${classes.unseen}`}>
          <input
            type="radio"
            name={nome}
            checked={agora.naoObservada}
            onChange={() => answer({ nivelCompetenciaId: null, naoObservada: true, criterios: [] })}
          />
          <span>{diz.naoObservei}</span>
        </label>
      </div>
      {comenta || comentada ? (
        <div className={form.comment}>
          <div id={`${nome}-comentario`} className={form.label}>
            {diz.comentario}
          </div>
          <textarea
            className={form.written}
            rows={2}
            autoFocus={comenta}
            maxLength={MAIOR_COMENTARIO}
            aria-labelledby={`${nome}-comentario ${nome}-nome`}
            value={agora.comentario ?? ''}
            onChange={({ target }) => answer({ comentario: target.value })}
          />
        </div>
      ) : (
        <button type="button" className={classes.remark} onClick={() => setComenta(true)}>
          <IconMessage2 size={16} aria-hidden="true" /> {diz.comentar}
          <span className="vinculo-hidden"> {competencia.competencia.nome}</span>
        </button>
      )}
      {!pedida.anonima &&
        (anexa || evidencias.length > 0 ? (
          <Anexos
            competencia={competencia.competencia.nome}
            evidencias={evidencias}
            isAsked={anexa}
            onChange={(todas) => answer({ evidencias: todas })}
          />
        ) : (
          <button type="button" className={classes.remark} onClick={() => setAnexa(true)}>
            <IconPaperclip size={16} aria-hidden="true" /> {diz.anexar}
            <span className="vinculo-hidden"> {competencia.competencia.nome}</span>
          </button>
        ))}
      <p id={`${nome}-falta`} className={form.fault} role="alert" hidden={falta === undefined}>
        <IconAlertCircle size={16} aria-hidden="true" /> {falta}
      </p>
    </section>
  );
}
